import { executeTool, getPublicManifest, operationUrl, revalidateManifest } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import { expectStatus, expectSuccess, expectThat, requireStatus, verifyEach, warnUnlessJsonType } from '../../expectations.ts'
import { PreconditionError, type RuleTable, RuleWarning } from '../../rule.ts'
import { containsExpectedText, listReferences } from '../find-text.ts'
import { verifyPublicationDuringReads } from './concurrent-publication.ts'
import {
  adviseDistinctNames,
  adviseVersionPointer,
  expectNoToolset,
  expectNothingForeign,
  expectTool,
  expectToolset,
  expectVersion,
  type ManifestReading,
} from './manifest-contents.ts'
import { expectPublicationVisible, listBothVersions, readPublicManifest } from './publication.ts'

export const manifestRules = {
  'MAN-ENDPOINT': {
    statement: 'GET of the public manifest with a tool-hosting key returns 200 and JSON',
    warnsOf: 'another content type than JSON',
    check: verifyManifestIsJson,
  },
  'MAN-ORG': { statement: 'the public manifest belongs to the organization of the key', check: verifyManifestOfOwnOrganization },
  'MAN-CONTENT': {
    statement: 'the manifest lists every private and public tool set with a published version and at least one tool',
    warnsOf: 'a tool set that is listed twice',
    check: verifyPublishedToolsetsListed,
  },
  'MAN-VERSION': {
    statement: 'the manifest lists the version that is published to the environment profile of the key',
    advice:
      'Check that the manifest has the version that is published to the environment profile, not the first or the latest one.',
    check: verifyProfileDecidesVersions,
  },
  'MAN-VERSION.published': {
    statement: 'the manifest lists a new version after its publication, and only for that environment profile',
    advice: 'Check how long a manifest is cached, and whether a publication clears that cache.',
    check: verifyPublicationReachesManifest,
  },
  'MAN-VERSION.parallel': {
    statement:
      'a manifest that is read during a publication lists one of the two versions, and later manifests list the new version',
    advice: 'Check that a publication replaces the previous one in one atomic step, and in the memory of each process.',
    check: verifyPublicationDuringReads,
  },
  'MAN-SKIP': {
    statement: 'the manifest leaves out tool sets without a tool, or without a version for the environment profile of the key',
    check: verifyIneligibleToolsetsNotListed,
  },
  'MAN-EMPTY': {
    statement: 'a manifest without a qualifying tool set is refused with 400 and the message No published toolsets',
    check: verifyEmptyManifestRefused,
  },
  'MAN-EMPTY.unpublished': {
    statement: 'the public manifest never falls back to a version that is not published',
    advice: 'Check whether both manifests share the code that falls back to the latest version (sections 4.2 and 4.3).',
    check: verifyUnpublishedVersionsNotListed,
  },
  'MAN-EXECUTE': {
    statement: 'the manifest has the URL of the execute endpoint, and that endpoint responds',
    warnsOf: 'URLs that are all at another origin',
    check: verifyManifestRefersToExecute,
  },
} satisfies RuleTable

/** Checks that a tool-hosting key reads the public manifest as JSON. Warns of a content type other than JSON. */
async function verifyManifestIsJson(target: Target): Promise<void> {
  const exchange = await getPublicManifest(target, target.fixtures.registry)
  expectStatus(exchange, 200)
  expectThat(exchange.body !== undefined, { expected: 'a JSON body', exchange })
  warnUnlessJsonType(exchange)
}

/**
 * Checks that the public manifest lists the tool sets of the organization of its key: reads it with the keys of two
 * organizations.
 */
async function verifyManifestOfOwnOrganization(target: Target): Promise<string | undefined> {
  const { otherOrganization, registry } = target.fixtures
  const ownReading = await readPublicManifest(target, registry)
  const otherReading = await readPublicManifest(target, otherOrganization)

  await verifyEach(otherOrganization.listed, async ({ toolset }) => {
    expectToolset(otherReading, toolset, " of the key's organization")
  })
  await expectNothingForeign(ownReading, registry, otherOrganization)
  return adviseDistinctNames(registry, otherOrganization)
}

/** Checks that the manifest lists each published tool set with its tools. An entry that occurs twice is a warning. */
async function verifyPublishedToolsetsListed(target: Target): Promise<void> {
  const { registry } = target.fixtures
  const reading = await readPublicManifest(target, registry)

  await verifyEach(registry.listed, async (listed) => {
    expectToolset(reading, listed.toolset)
    expectTool(reading, listed)
    if (!reading.isRepeated(listed.toolset)) return
    throw new RuleWarning(`expected tool set ${listed.toolset} once, found the same entry more than once`, reading.exchange)
  })
}

/** Verifies that the environment profile of each key decides which versions its manifest lists. */
export async function verifyProfileDecidesVersions(target: Target): Promise<string | undefined> {
  const { otherEnvironment, registry } = target.fixtures

  await verifyEach([registry, otherEnvironment], async (fixture) => {
    const reading = await readPublicManifest(target, fixture)
    await verifyEach(fixture.listed, async (listed) => expectVersion(reading, listed))
  })
  return adviseVersionPointer(target)
}

/**
 * Checks that the manifest lists a new version after its publication. The manifest of the other environment profile must not
 * change, and the ETag from before the publication must not count as current.
 *
 * @returns advice if the fixtures declare no JSON pointer to the versions in a manifest
 */
async function verifyPublicationReachesManifest(target: Target): Promise<string | undefined> {
  const { registry } = target.fixtures
  const canCheckOtherProfile = await isOtherVersionMissingInOtherProfile(target)

  return expectPublicationVisible(target, {
    readManifestFor: (tools) => readPublicManifest(target, { key: registry.key, listed: tools }),
    verifyOtherEffects: async (readingBefore) => {
      if (canCheckOtherProfile) await expectOtherProfileUnchanged(target)

      const revalidated = await revalidateManifest(target, readingBefore.exchange, registry)
      if (revalidated !== undefined) expectStatus(revalidated, 200, 'a manifest with the ETag of before the publication')
    },
  })
}

/** Returns whether the other environment profile does not list the version that the rule publishes to the first one. */
async function isOtherVersionMissingInOtherProfile(target: Target): Promise<boolean> {
  if (!('otherEnvironment' in target.fixtures)) return false
  return !listsOtherVersion(target, await readOtherProfile(target))
}

async function expectOtherProfileUnchanged(target: Target): Promise<void> {
  const { toolset, version } = target.fixtures.publishableToolset
  const reading = await readOtherProfile(target)

  expectThat(!listsOtherVersion(target, reading), {
    expected: `no version ${version} of ${toolset} for the key of the other environment profile, to which it was not published`,
    exchange: reading.exchange,
  })
}

function readOtherProfile(target: Target): Promise<ManifestReading> {
  const { key, listed } = target.fixtures.otherEnvironment
  return readPublicManifest(target, { key, listed: [...listed, ...listBothVersions(target)] })
}

function listsOtherVersion(target: Target, reading: ManifestReading): boolean {
  const otherVersion = target.fixtures.publishableToolset
  return reading.lists(otherVersion.toolset) && reading.describeWrongVersion(otherVersion) === undefined
}

/**
 * Checks that the manifest leaves out tool sets without a tool, or without a version for the environment profile of the key.
 */
async function verifyIneligibleToolsetsNotListed(target: Target): Promise<void> {
  const { otherEnvironment, registry } = target.fixtures

  await verifyEach([registry, otherEnvironment], async (fixture) => {
    const reading = await readPublicManifest(target, fixture)
    await verifyEach(fixture.notListed, async (toolset) => expectNoToolset(reading, toolset))
  })
}

/** Checks that a manifest without a qualifying tool set gets 400 with the documented message. */
async function verifyEmptyManifestRefused(target: Target): Promise<void> {
  requireStatus(await getPublicManifest(target, target.fixtures.registry))
  expectNothingPublished(await getPublicManifest(target, target.fixtures.nothingPublished))
}

/** Checks that the public manifest has no fallback: expects 400 for an organization that has only unpublished versions. */
async function verifyUnpublishedVersionsNotListed(target: Target): Promise<void> {
  requireStatus(await getPublicManifest(target, target.fixtures.registry))

  const exchange = await getPublicManifest(target, target.fixtures.unpublishedOrganization)
  if (exchange.status === 401) {
    const question = 'is fixtures.unpublishedOrganization.key a tool-hosting key of this server?'
    throw new PreconditionError(`found status 401; ${question}`, exchange)
  }
  expectNothingPublished(exchange)
}

function expectNothingPublished(exchange: Exchange): void {
  expectStatus(exchange, 400, 'a manifest for which nothing qualifies')

  const hasMessage = containsExpectedText(exchange, { expectedText: 'No published toolsets' })
  expectThat(hasMessage, { expected: '"No published toolsets"', exchange })
}

/** Checks that the manifest has the URL of the execute endpoint, and that this endpoint responds. */
async function verifyManifestRefersToExecute(target: Target): Promise<void> {
  const { execute, registry } = target.fixtures
  const exchange = requireStatus(await getPublicManifest(target, registry))

  const path = new URL(operationUrl(target, 'executeTool')).pathname
  const urls = listReferencedUrls(exchange).filter(({ pathname }) => pathname === path)
  expectThat(urls.length > 0, { expected: `a reference to ${path}`, exchange })

  expectSuccess(await executeTool(target, { key: registry.key, payload: execute.payload }))
  warnOfOtherOrigin(exchange, urls)
}

function listReferencedUrls({ body, request }: Exchange): URL[] {
  return listReferences(body)
    .filter((reference) => URL.canParse(reference, request.url))
    .map((reference) => new URL(reference, request.url))
}

/** Warns if a manifest refers to another origin. A service may have two, but the suite cannot see whether clients reach both. */
function warnOfOtherOrigin(exchange: Exchange, urls: readonly URL[]): void {
  const { origin } = new URL(exchange.request.url)
  const [firstUrl] = urls
  if (firstUrl === undefined || urls.some((url) => url.origin === origin)) return

  throw new RuleWarning(
    `expected a reference to ${firstUrl.pathname} at ${origin}, the address of the registry, found ${firstUrl.origin}`,
    exchange,
  )
}
