import type { SyncedManifest, SyncedToolSet } from '../../schema/state.ts'
import type { RegistryEntrySeed } from '../../schema/world.ts'
import { memberOf } from '../json.ts'
import { MockStateError } from '../mock-state-error.ts'
import { operationPath } from '../requests/paths.ts'
import type { RegistryEntry, Workspace, World } from '../world/world.ts'
import { describeRefusal, RegistrySyncError } from './use-tool.ts'

export function addRegistry(
  workspace: Workspace,
  { added, apiKey, manifestUrl, name }: RegistryEntrySeed & { readonly added: boolean },
): void {
  const attempt = `add registry "${name}"`
  if (workspace.registries.has(name)) throw new MockStateError(`Cannot ${attempt}: workspace "${workspace.id}" has it`)
  if (!URL.canParse(manifestUrl))
    throw new MockStateError(`Cannot ${attempt}: expected a URL of a manifest, found "${manifestUrl}"`)
  workspace.registries.set(name, { name, manifestUrl, apiKey, active: true, added, synced: undefined })
}

export function ownManifestUrl({ ownUrl, product }: Pick<World, 'ownUrl' | 'product'>): string {
  return ownUrl + operationPath('getPublicManifest', { product })
}

/** Reads the manifest of an entry with its key (ENTRY-SYNC). On failure the previous one is kept. */
export async function synchronize(world: World, entry: RegistryEntry): Promise<SyncedManifest> {
  const attempt = `Cannot synchronize registry "${entry.name}"`
  const request = new Request(entry.manifestUrl, { headers: { authorization: `Bearer ${entry.apiKey}` } })
  const response = await world.registryFetch(request).catch((cause: unknown) => {
    throw new RegistrySyncError(`${attempt}: ${entry.manifestUrl} cannot be reached`, { cause })
  })
  if (response.status !== 200) throw new RegistrySyncError(`${attempt}: the registry answered ${await describeRefusal(response)}`)
  const answer: unknown = await response.json().catch((cause: unknown) => {
    throw new RegistrySyncError(`${attempt}: ${entry.manifestUrl} answered 200 without JSON`, { cause })
  })
  // The format of a manifest is not shown: every format that an assumption can choose is read.
  const body = memberOf(answer, 'data') ?? answer
  const executeUrl = memberOf(body, 'executeUrl') ?? memberOf(body, 'execute_url')
  if (typeof executeUrl !== 'string') throw new RegistrySyncError(`${attempt}: the manifest names no executeUrl`)
  const synced = { executeUrl, toolSets: list(memberOf(body, 'toolsets') ?? memberOf(body, 'tool_sets')).flatMap(readToolSet) }
  entry.synced = synced
  return synced
}

/** Reads the manifests of all registries when a world starts, and returns why any of them cannot be read. */
export async function synchronizeAll(world: World): Promise<readonly string[]> {
  const entries = Array.from(world.workspaces.values()).flatMap(({ registries }) => Array.from(registries.values()))
  const reasons = await Promise.all(entries.map((entry) => synchronize(world, entry).then(() => [], reasonOf)))
  return reasons.flat()
}

function reasonOf(error: unknown): string[] {
  return [error instanceof Error ? error.message : String(error)]
}

function readToolSet(listed: unknown): SyncedToolSet[] {
  const id = memberOf(listed, 'id')
  if (typeof id !== 'string') return []
  const version = memberOf(listed, 'version')
  const tools = list(memberOf(listed, 'tools')).map((tool) => memberOf(tool, 'name'))
  return [
    {
      id,
      version: typeof version === 'string' ? version : undefined,
      tools: tools.filter((name) => typeof name === 'string'),
    },
  ]
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
