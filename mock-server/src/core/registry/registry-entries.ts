import type { SyncedManifest, SyncedToolset } from '../../schema/state.ts'
import type { RegistryChanges, RegistryEntrySeed } from '../../schema/world.ts'
import { memberOf } from '../json.ts'
import { MockStateError } from '../mock-state-error.ts'
import { operationPath } from '../requests/paths.ts'
import type { RegistryEntry, Workspace, World } from '../world/world.ts'
import { describeRefusal, RegistrySyncError } from './use-tool.ts'

interface NewRegistry extends RegistryEntrySeed {
  /** Whether it is added after the start. */
  readonly added: boolean
}

/** Adds an active registry to a workspace. It offers no tools until it is synchronized. */
export function addRegistry(workspace: Workspace, { added, apiKey, manifestUrl, name }: NewRegistry): void {
  const action = `add registry "${name}"`
  if (workspace.registries.has(name)) throw new MockStateError(`Cannot ${action}: workspace "${workspace.id}" has it`)

  workspace.registries.set(name, { name, manifestUrl, apiKey, active: true, added, synced: undefined })
}

/** Changes a registry, which keeps its place in the workspace. */
export function editRegistry(workspace: Workspace, entry: RegistryEntry, changes: RegistryChanges): void {
  const { apiKey = entry.apiKey, manifestUrl = entry.manifestUrl, name = entry.name } = changes
  const action = `edit registry "${entry.name}"`
  if (name !== entry.name && workspace.registries.has(name))
    throw new MockStateError(`Cannot ${action}: workspace "${workspace.id}" has another registry "${name}"`)

  const isSameManifest = apiKey === entry.apiKey && manifestUrl === entry.manifestUrl
  const edited: RegistryEntry = { ...entry, name, manifestUrl, apiKey, synced: isSameManifest ? entry.synced : undefined }
  const entries = Array.from(workspace.registries.values(), (each) => (each === entry ? edited : each))
  workspace.registries.clear()
  for (const each of entries) workspace.registries.set(each.name, each)
}

/** Returns the URL of the manifest that this service serves. */
export function getOwnManifestUrl({ ownUrl, product }: Pick<World, 'ownUrl' | 'product'>): string {
  return ownUrl + operationPath('getPublicManifest', { product })
}

/**
 * Reads the manifest of a registry with its key (ENTRY-SYNC). On failure, the registry keeps its previous manifest.
 *
 * @throws {RegistrySyncError} if the manifest cannot be read.
 */
export async function syncRegistry(world: World, entry: RegistryEntry): Promise<SyncedManifest> {
  const failure = `Cannot synchronize registry "${entry.name}"`
  const response = await requestManifest(world, entry)
  if (response.status !== 200) {
    throw new RegistrySyncError(`${failure}: the registry responded with ${await describeRefusal(response)}`)
  }

  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new RegistrySyncError(`${failure}: ${entry.manifestUrl} responded with 200, but not with JSON`, { cause })
  })
  const manifest = readManifest(body)
  if (manifest === undefined) throw new RegistrySyncError(`${failure}: the manifest names no executeUrl`)

  entry.synced = manifest
  return manifest
}

async function requestManifest(world: World, { apiKey, manifestUrl, name }: RegistryEntry): Promise<Response> {
  const request = new Request(manifestUrl, { headers: { authorization: `Bearer ${apiKey}` } })
  try {
    return await world.registryFetch(request)
  } catch (cause) {
    throw new RegistrySyncError(`Cannot synchronize registry "${name}": ${manifestUrl} cannot be reached`, { cause })
  }
}

/**
 * Reads a manifest in each format that an assumption can choose, because the source document shows no format. Returns
 * undefined if the manifest has no executeUrl.
 */
function readManifest(body: unknown): SyncedManifest | undefined {
  const manifest = memberOf(body, 'data') ?? body
  const executeUrl = memberOf(manifest, 'executeUrl') ?? memberOf(manifest, 'execute_url')
  if (typeof executeUrl !== 'string') return undefined

  const toolsets = list(memberOf(manifest, 'toolsets') ?? memberOf(manifest, 'tool_sets'))
  return { executeUrl, toolsets: toolsets.map(readToolset).filter((toolset) => toolset !== undefined) }
}

/** Reads one tool set of a manifest; undefined if it has no id. */
function readToolset(toolset: unknown): SyncedToolset | undefined {
  const id = memberOf(toolset, 'id')
  if (typeof id !== 'string') return undefined

  const version = memberOf(toolset, 'version')
  const toolNames = list(memberOf(toolset, 'tools')).map((tool) => memberOf(tool, 'name'))
  return {
    id,
    version: typeof version === 'string' ? version : undefined,
    tools: toolNames.filter((name) => typeof name === 'string'),
  }
}

/** Synchronizes all registries when a world starts. Returns the reason for each manifest that cannot be read. */
export async function syncAllRegistries(world: World): Promise<readonly string[]> {
  const workspaces = Array.from(world.workspaces.values())
  const entries = workspaces.flatMap(({ registries }) => Array.from(registries.values()))

  const results = await Promise.allSettled(entries.map((entry) => syncRegistry(world, entry)))
  return results.filter((result) => result.status === 'rejected').map(({ reason }) => describeError(reason))
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
