import { getPublicManifest } from '../../../requests.ts'
import { NotDeclared } from '../../../target/create-target.ts'
import type { RegistryFixture, Target } from '../../../target/target.ts'
import { pollUntil } from '../../../waiting.ts'
import { effortOf } from '../../effort.ts'
import { requirePrecondition } from '../../expectations.ts'
import { adviseManifestPointers, expectVersion, type ManifestReading, readManifest } from './manifest-contents.ts'

type ListedTool = RegistryFixture['listed'][number]
type ToolsetVersion = Pick<ListedTool, 'toolset' | 'version'>

/** Reads the public manifest of a key, and blocks the rule if the server refuses it. */
export async function readPublicManifest(
  target: Target,
  { key, listed }: Pick<RegistryFixture, 'key' | 'listed'>,
): Promise<ManifestReading> {
  const exchange = requirePrecondition(await getPublicManifest(target, { key }))
  return readManifest(target, exchange, listed)
}

/** A manifest in which a publication must become visible. */
interface PublicationTest {
  /** Reads the manifest with its key, and looks for these tools in it. */
  readonly readManifestWith: (tools: RegistryFixture['listed']) => Promise<ManifestReading>
  /** Verifies other effects while the other version is published. @default verifies nothing else */
  readonly verifyOtherEffects?: (readingBefore: ManifestReading) => Promise<void>
}

/**
 * Publishes the other version of `fixtures.publishableToolset`, and fails the rule unless a manifest lists that version
 * within `settleMs`, the declared time in which effects become visible. Publishes the first version again at the end.
 *
 * @returns advice if the fixtures do not declare the places of versions in a manifest
 */
export async function expectPublicationVisible(
  target: Target,
  { readManifestWith, verifyOtherEffects }: PublicationTest,
): Promise<string | undefined> {
  const otherVersion = target.fixtures.publishableToolset
  const readOnce = () => readManifestWith(listBothVersions(target))
  const isListed = async (version: ToolsetVersion) => listsVersion(await readOnce(), version)

  const readingBefore = await readOnce()
  expectVersion(readingBefore, findPublishedTool(target))

  await whileOtherVersionIsPublished(target, { isVisible: isListed }, async () => {
    const reading = await pollUntilListedRepeatedly(target, readOnce, otherVersion)
    expectVersion(reading, otherVersion, ` within ${target.settleMs} ms after its publication (settleMs)`)

    await verifyOtherEffects?.(readingBefore)
  })

  return adviseManifestPointers(target)
}

/**
 * Reads a manifest until several readings in a row list a version, or `settleMs` has passed. Returns the last reading. Each
 * process of a server may have a cache of its own, so one reading with the version is not enough.
 */
function pollUntilListedRepeatedly(
  target: Target,
  readOnce: () => Promise<ManifestReading>,
  version: ToolsetVersion,
): Promise<ManifestReading> {
  const isListedIn = (reading: ManifestReading) => listsVersion(reading, version)

  return pollUntil(target, {
    read: () => repeatWhileExpected(target, readOnce, isListedIn),
    isDone: isListedIn,
    timeoutMs: target.settleMs,
    reason: 'a publication to show in the manifest',
  })
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
 * Calls a function while the other version of `fixtures.publishableToolset` is published, and then publishes the first
 * version again.
 *
 * Servers may apply a publication late, so the function waits until each of the two publications is visible. The next check
 * then finds the version that the fixtures declare.
 *
 * @param visibility how to find out whether each of the two publications is visible
 * @param action is called right after the publication, so that it can measure how soon the version is visible
 */
export async function whileOtherVersionIsPublished<T>(
  target: Target,
  visibility: Visibility,
  action: () => Promise<T>,
): Promise<T> {
  const { isFirstVersionExecuted = async () => true, isVisible } = visibility
  const firstVersion = findPublishedTool(target)
  const otherVersion = target.fixtures.publishableToolset
  // Several readings may reach several processes of the server.
  const isVisibleRepeatedly = (version: ToolsetVersion) => repeatWhileExpected(target, () => isVisible(version), Boolean)

  try {
    await target.hooks.publishToolset(otherVersion)
    return await action()
  } finally {
    // A late publication of the other version must not take effect after that of the first version.
    await waitForPublication(target, () => isVisibleRepeatedly(otherVersion))

    await target.hooks.publishToolset(firstVersion)
    await waitForPublication(target, async () => {
      return (await isVisibleRepeatedly(firstVersion)) && (await isFirstVersionExecuted())
    })
  }
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
  const { readsInARow } = effortOf(target)
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
export function listBothVersions(target: Target): RegistryFixture['listed'] {
  const { publishableToolset, registry } = target.fixtures
  return [...registry.listed, { ...findPublishedTool(target), ...publishableToolset }]
}

/** Returns the publishable tool set with its first version. */
export function findPublishedTool({ fixtures }: Target): ListedTool {
  const { toolset } = fixtures.publishableToolset
  const published = fixtures.registry.listed.find((listed) => listed.toolset === toolset)
  if (published !== undefined) return published

  throw new NotDeclared(`fixtures.publishableToolset names ${toolset}, and fixtures.registry.listed lacks it`)
}
