import { getPublicManifest, sendConcurrently } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import { pollUntil } from '../../../waiting.ts'
import { expectStatus, verifyEach } from '../../expectations.ts'
import { chooseRepeatCounts } from '../../repeat-counts.ts'
import { adviseVersionPointer, expectToolset, expectVersion, type ManifestReading, readManifest } from './manifest-contents.ts'
import {
  findFirstVersion,
  isVersionListed,
  listBothVersions,
  publishFirstVersionAgain,
  readPublicManifest,
} from './publication.ts'

/**
 * Checks that a client sees a publication as one step. A manifest that is read during the publication may list either version.
 * A later manifest must list the new version.
 *
 * @returns advice if the fixtures declare no JSON pointer to the versions in a manifest
 */
export async function verifyPublicationDuringReads(target: Target): Promise<string | undefined> {
  expectVersion(await readPublicManifest(target, target.fixtures.registry), findFirstVersion(target))

  try {
    const exchanges = await publishDuringReads(target)
    await expectFirstOrOtherVersion(target, exchanges)
    await expectOtherVersionEverywhere(target)
  } finally {
    await publishFirstVersionAgain(target, { isVisible: (version) => isVersionListed(target, version) })
  }

  return adviseVersionPointer(target)
}

/** Publishes the other version and reads manifests at the same time. Returns the exchanges of the reads. */
async function publishDuringReads(target: Target): Promise<readonly Exchange[]> {
  const publication = target.hooks.publishToolset(target.fixtures.publishableToolset)
  const reads = readManifestsConcurrently(target)

  // If one of them fails, the other one still ends before the check continues.
  await Promise.allSettled([publication, reads])
  await publication
  return reads
}

function readManifestsConcurrently(target: Target): Promise<Exchange[]> {
  const { concurrentRequests } = chooseRepeatCounts(target)
  return sendConcurrently(() => getPublicManifest(target, target.fixtures.registry), concurrentRequests)
}

async function expectFirstOrOtherVersion(target: Target, exchanges: readonly Exchange[]): Promise<void> {
  const firstVersion = findFirstVersion(target)
  const otherVersion = target.fixtures.publishableToolset

  await verifyEach(exchanges, async (exchange) => {
    expectStatus(exchange, 200, 'a manifest that is read while a version is published')

    const reading = searchBothVersions(target, exchange)
    expectToolset(reading, otherVersion.toolset, ', one version or the other')
    if (reading.describeWrongVersion(otherVersion) === undefined) return
    expectVersion(reading, firstVersion, ` or ${otherVersion.version}`)
  })
}

/** Expects each of several concurrent reads to show the other version, since each process may have a cache of its own. */
async function expectOtherVersionEverywhere(target: Target): Promise<void> {
  const otherVersion = target.fixtures.publishableToolset
  const exchanges = await pollUntilListedEverywhere(target)

  const description = `, in each of ${exchanges.length} manifests that are read concurrently after it was published`
  await verifyEach(exchanges, async (exchange) => {
    expectStatus(exchange, 200, 'a manifest that is read after a version was published')
    expectVersion(searchBothVersions(target, exchange), otherVersion, description)
  })
}

/** Reads manifests concurrently until all list the other version, or `settleMs` has passed. Returns the last reads. */
function pollUntilListedEverywhere(target: Target): Promise<readonly Exchange[]> {
  const otherVersion = target.fixtures.publishableToolset
  const listsOtherVersion = (exchange: Exchange): boolean =>
    searchBothVersions(target, exchange).describeWrongVersion(otherVersion) === undefined

  return pollUntil(target, {
    read: () => readManifestsConcurrently(target),
    isDone: (exchanges) => exchanges.every(listsOtherVersion),
    timeoutMs: target.settleMs,
    reason: 'a publication to show in the manifest',
  })
}

/** Returns a reading that can find both versions of the published tool set in a manifest. */
function searchBothVersions(target: Target, exchange: Exchange): ManifestReading {
  return readManifest(target, exchange, listBothVersions(target))
}
