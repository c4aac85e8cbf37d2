import { getPublicManifest } from '../../../requests.ts'
import { type ListedTool, NotDeclared, type RegistryFixture, type Target } from '../../../target/target.ts'
import { pollUntil } from '../../../waiting.ts'
import { requireStatus } from '../../expectations.ts'
import { chooseRepeatCounts } from '../../repeat-counts.ts'
import { adviseVersionPointer, expectVersion, type ManifestReading, readManifest } from './manifest-contents.ts'

type ToolsetVersion = Pick<ListedTool, 'toolset' | 'version'>

/** Reads the public manifest of a key, and blocks the rule if the server refuses it. */
export async function readPublicManifest(
  target: Target,
  { key, listed }: Pick<RegistryFixture, 'key' | 'listed'>,
): Promise<ManifestReading> {
  const exchange = requireStatus(await getPublicManifest(target, { key }))
  return readManifest(target, exchange, listed)
}

/** How to read the manifest in which a publication must become visible, and what else to verify. */
interface PublicationOptions {
  /** Requests the manifest once, and reads which of these tools, and which of their versions, it lists. */
  readonly readManifestFor: (tools: readonly ListedTool[]) => Promise<ManifestReading>
  /**
   * Verifies other effects of the publication, such as its effects on other manifests. It is called while the other version is
   * published, with the manifest from before the publication. @default verifies nothing else
   */
  readonly verifyOtherEffects?: (readingBefore: ManifestReading) => Promise<void>
}

/**
 * Expects a manifest to list a new version of a tool set soon after its publication. The fixtures declare a tool set with two
 * versions, such as `weather` with 3.0.1, the first version, and 3.1.0, the other version:
 *
 * 1. Before the check, 3.0.1 is published, and the manifest must list it.
 * 2. A hook publishes 3.1.0. The manifest must list it within `settleMs`, the declared time in which effects become visible.
 * 3. The hook publishes 3.0.1 again, so that the next check starts in the same way.
 *
 * @returns advice if the fixtures declare no JSON pointer to the versions in a manifest. The check then looks for the version in
 *   the whole manifest, which is less exact.
 */
export async function expectPublicationVisible(
  target: Target,
  { readManifestFor, verifyOtherEffects }: PublicationOptions,
): Promise<string | undefined> {
  const firstVersion = findFirstVersion(target)
  const otherVersion = target.fixtures.publishableToolset
  // The manifest lists one of the two versions, so each reading looks for both.
  const readOnce = () => readManifestFor(listBothVersions(target))

  const readingBefore = await readOnce()
  expectVersion(readingBefore, firstVersion)

  try {
    await target.hooks.publishToolset(otherVersion)
    await expectListedSoon(target, otherVersion, readOnce)
    await verifyOtherEffects?.(readingBefore)
  } finally {
    await publishFirstVersionAgain(target, { isVisible: async (version) => listsVersion(await readOnce(), version) })
  }
  return adviseVersionPointer(target)
}

/**
 * Expects a manifest to list a version within `settleMs`. Each process of a server may have a cache of its own, so several
 * readings in a row must list it.
 */
async function expectListedSoon(
  target: Target,
  version: ToolsetVersion,
  readOnce: () => Promise<ManifestReading>,
): Promise<void> {
  const isListed = (reading: ManifestReading) => listsVersion(reading, version)

  const lastReading = await pollUntil(target, {
    read: () => repeatWhileExpected(target, readOnce, isListed),
    isDone: isListed,
    timeoutMs: target.settleMs,
    reason: 'a publication to show in the manifest',
  })
  expectVersion(lastReading, version, ` within ${target.settleMs} ms after its publication (settleMs)`)
}

function listsVersion(reading: ManifestReading, version: ToolsetVersion): boolean {
  return reading.describeWrongVersion(version) === undefined
}

/** How to find out whether a publication is visible. */
interface Visibility {
  /** Returns whether one reading shows this version. */
  readonly isVisible: (expected: ToolsetVersion) => Promise<boolean>
  /**
   * Returns whether executions use the first version again. A check needs it if it executes the tool set: executions may change
   * later than manifests. @default only `isVisible` must be true
   */
  readonly isFirstVersionExecuted?: () => Promise<boolean>
}

/**
 * Publishes the first version again, and waits until the whole server uses it. The next check then finds the version that the
 * fixtures declare.
 *
 * It waits for the other version before that, because a server may apply a publication late. Otherwise, the late publication of
 * the other version could replace the first version again.
 */
export async function publishFirstVersionAgain(target: Target, visibility: Visibility): Promise<void> {
  const firstVersion = findFirstVersion(target)
  const otherVersion = target.fixtures.publishableToolset

  // The processes of a server may have caches of their own, so a version must be visible in several readings in a row.
  const isVisibleEverywhere = (version: ToolsetVersion) => isTrueRepeatedly(target, () => visibility.isVisible(version))
  const isFirstVersionInUse = async () => {
    if (!(await isVisibleEverywhere(firstVersion))) return false
    // A check that executes nothing has no such function, and for that check the manifest is enough.
    return visibility.isFirstVersionExecuted?.() ?? true
  }

  await waitForPublication(target, () => isVisibleEverywhere(otherVersion))

  await target.hooks.publishToolset(firstVersion)
  await waitForPublication(target, isFirstVersionInUse)
}

/** Returns whether several readings in a row return true. They may reach several processes of the server. */
function isTrueRepeatedly(target: Target, readOnce: () => Promise<boolean>): Promise<boolean> {
  return repeatWhileExpected(target, readOnce, (isTrue) => isTrue)
}

/** Waits until a publication is visible. The next check reports a publication that never becomes visible. */
async function waitForPublication(target: Target, isVisible: () => Promise<boolean>): Promise<void> {
  const polling = { read: isVisible, isDone: Boolean, timeoutMs: target.settleMs, reason: 'a publication to show' }
  await pollUntil(target, polling).catch(() => undefined)
}

/**
 * Reads a value several times in a row, since the processes of a server may respond in turn. Stops at the first unexpected
 * value, and returns the value that it read last.
 */
async function repeatWhileExpected<T>(target: Target, read: () => Promise<T>, isExpected: (value: T) => boolean): Promise<T> {
  const { readsInARow } = chooseRepeatCounts(target)
  let value = await read()
  for (let reads = 1; reads < readsInARow && isExpected(value); reads += 1) value = await read()
  return value
}

/** Returns whether the public manifest lists a version. */
export async function isVersionListed(target: Target, expected: ToolsetVersion): Promise<boolean> {
  const { key } = target.fixtures.registry
  const reading = await readPublicManifest(target, { key, listed: listBothVersions(target) })
  return listsVersion(reading, expected)
}

/**
 * Lists the declared tools with both versions of the publishable tool set. A search for one version alone could match
 * another text of the manifest, such as the version of its format in `openapi: 3.1.0`.
 */
export function listBothVersions(target: Target): readonly ListedTool[] {
  const { publishableToolset, registry } = target.fixtures
  return [...registry.listed, { ...findFirstVersion(target), ...publishableToolset }]
}

/** Returns the publishable tool set with its first version, which is published before and after each check. */
export function findFirstVersion({ fixtures }: Target): ListedTool {
  const { toolset } = fixtures.publishableToolset
  const published = fixtures.registry.listed.find((listed) => listed.toolset === toolset)
  if (published !== undefined) return published

  throw new NotDeclared(`fixtures.publishableToolset names ${toolset}, and fixtures.registry.listed lacks it`)
}
