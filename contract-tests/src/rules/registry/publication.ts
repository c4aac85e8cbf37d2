import { getPublicManifest } from '../../requests.ts'
import { NotDeclared } from '../../target/connect-target.ts'
import type { RegistryFixture, Target } from '../../target/target.ts'
import { pollUntil } from '../../waiting.ts'
import { effortOf } from '../effort.ts'
import { requirePrecondition } from '../expectations.ts'
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

interface PublicationTest {
  /** Reads the manifest in which the publication must become visible. */
  readonly read: (listed: RegistryFixture['listed']) => Promise<ManifestReading>
  /** Verifies more while the other version is published. @default verifies nothing more */
  readonly verifyMore?: (readingBefore: ManifestReading) => Promise<void>
}

/**
 * Publishes the other version of `fixtures.publishableToolset`, and fails the rule unless a manifest lists that version
 * within `settleMs`. Publishes the first version again at the end.
 *
 * @returns advice if the fixtures do not declare the places of versions in a manifest
 */
export async function expectPublicationVisible(
  target: Target,
  { read, verifyMore }: PublicationTest,
): Promise<string | undefined> {
  const otherVersion = target.fixtures.publishableToolset
  const readNow = () => read(listBothVersions(target))
  const isVersionVisible = async (version: ToolsetVersion) => listsVersion(await readNow(), version)

  const readingBefore = await readNow()
  expectVersion(readingBefore, findPublishedTool(target))

  await whileOtherVersionIsPublished(target, { isVisible: isVersionVisible }, async () => {
    const reading = await pollUntil(target, {
      read: () => readUntilUnexpected(target, readNow, (current) => listsVersion(current, otherVersion)),
      isDone: (current) => listsVersion(current, otherVersion),
      timeoutMs: target.settleMs,
      reason: 'a publication to show in the manifest',
    })
    expectVersion(reading, otherVersion, ` within ${target.settleMs} ms after its publication (settleMs)`)
    await verifyMore?.(readingBefore)
  })

  return adviseManifestPointers(target)
}

function listsVersion(reading: ManifestReading, version: ToolsetVersion): boolean {
  return reading.describeWrongVersion(version) === undefined
}

/** How to find out whether a publication is visible. */
interface Visibility {
  readonly isVisible: (expected: ToolsetVersion) => Promise<boolean>
  /** Whether the first version is in use again, if an execution must show it. @default `isVisible` decides it */
  readonly isRestored?: () => Promise<boolean>
}

/**
 * Calls a function while the other version of a tool set is published, and then publishes the first version again. After
 * each publication it waits until the version is visible, so that the next check finds what the fixtures declare.
 */
export async function whileOtherVersionIsPublished<T>(
  target: Target,
  { isRestored, isVisible }: Visibility,
  action: () => Promise<T>,
): Promise<T> {
  const firstVersion = findPublishedTool(target)
  const otherVersion = target.fixtures.publishableToolset
  const isVisibleEverywhere = (version: ToolsetVersion) => readUntilUnexpected(target, () => isVisible(version), Boolean)

  try {
    await target.hooks.publishToolset(otherVersion)
    return await action()
  } finally {
    await waitForPublication(target, () => isVisibleEverywhere(otherVersion))

    await target.hooks.publishToolset(firstVersion)
    await waitForPublication(target, async () => {
      const isFirstVersionVisible = await isVisibleEverywhere(firstVersion)
      return isFirstVersionVisible && (isRestored === undefined || (await isRestored()))
    })
  }
}

/** Waits until a publication is visible. The next check reports a publication that never becomes visible. */
async function waitForPublication(target: Target, isVisible: () => Promise<boolean>): Promise<void> {
  const polling = { read: isVisible, isDone: Boolean, timeoutMs: target.settleMs, reason: 'a publication to show' }
  await pollUntil(target, polling).catch(() => undefined)
}

/**
 * Reads a value several times, since the instances of a server may respond in turn. Returns the first unexpected value, or
 * else the last one.
 */
async function readUntilUnexpected<T>(target: Target, read: () => Promise<T>, isExpected: (value: T) => boolean): Promise<T> {
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
