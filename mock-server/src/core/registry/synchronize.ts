import type { SyncedManifest, SyncedToolSet } from '../../schema/state.ts'
import type { RegistryEntry, World } from '../world/world.ts'

/**
 * A tool registry cannot be read, refuses a request, or does not offer a tool.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, RegistryError } from '@wfhost/mock-server'
 *
 * const manifestUrl = 'http://localhost/v1/public/wfhost/manifest'
 * const registries = [{ name: 'Acme', manifestUrl, apiKey: 'nobody' }]
 * const service = createMockService({ workspaces: [{ id: 'support', registries }] })
 *
 * await assert.rejects(service.syncRegistry('support', 'Acme'), RegistryError)
 * ```
 */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
}

/** The status and the message of an error response, in one line. */
export async function describeRefusal(response: Response): Promise<string> {
  const text = await response.text()
  return `${response.status} ${messageIn(text)}`.trim()
}

// The format of an error body is not shown.
function messageIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text)
    const { detail, error, message = detail ?? error } = Object(body)
    return typeof message === 'object' ? String(Object(message).message ?? '') : String(message ?? '')
  } catch {
    return text.slice(0, 200)
  }
}

/** Reads the manifest of an entry with its key (ENTRY-SYNC). On failure the previous one is kept. */
export async function synchronize(world: World, entry: RegistryEntry): Promise<SyncedManifest> {
  const attempt = `Cannot synchronize registry "${entry.name}"`
  const request = new Request(entry.manifestUrl, { headers: { authorization: `Bearer ${entry.apiKey}` } })
  const response = await world.registryFetch(request).catch((cause: unknown) => {
    throw new RegistryError(`${attempt}: ${entry.manifestUrl} cannot be reached`, { cause })
  })
  if (response.status !== 200) throw new RegistryError(`${attempt}: the registry answered ${await describeRefusal(response)}`)
  const answer: unknown = await response.json().catch((cause: unknown) => {
    throw new RegistryError(`${attempt}: ${entry.manifestUrl} answered 200 without JSON`, { cause })
  })
  // The format of a manifest is not shown: every format of our profiles is read.
  const body = member(answer, 'data') ?? answer
  const executeUrl = member(body, 'executeUrl') ?? member(body, 'execute_url')
  if (typeof executeUrl !== 'string') throw new RegistryError(`${attempt}: the manifest names no executeUrl`)
  const synced = { executeUrl, toolSets: list(member(body, 'toolsets') ?? member(body, 'tool_sets')).flatMap(readToolSet) }
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
  const id = member(listed, 'id')
  if (typeof id !== 'string') return []
  const version = member(listed, 'version')
  const tools = list(member(listed, 'tools')).map((tool) => member(tool, 'name'))
  return [
    {
      id,
      version: typeof version === 'string' ? version : undefined,
      tools: tools.filter((name) => typeof name === 'string'),
    },
  ]
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
