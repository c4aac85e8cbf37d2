import { didYouMean } from '@wfhost/internal/messages'
import type { OfferedTool } from '../../schema/world.ts'
import type { ToolUse } from '../implementation.ts'
import { copyJson, type Json, memberOf } from '../json.ts'
import { messageIn } from '../requests/respond.ts'
import type { RegistryEntry, Workspace, World } from '../world/world.ts'

/** All tools that the active entries offer, in the order of the entries (ENTRY-STEPS). */
export function offeredTools(entries: Iterable<RegistryEntry>): OfferedTool[] {
  return Array.from(entries).flatMap(({ active, name, synced }) => {
    if (!active || synced === undefined) return []
    return synced.toolSets.flatMap(({ id, tools }) => tools.map((tool) => ({ registry: name, toolSet: id, tool })))
  })
}

/**
 * Executes a tool as the workflow service does: finds it in the synchronized manifest of an active entry, and calls the
 * execute endpoint with the key of the entry. Throws if the execution fails.
 */
export async function useTool(world: World, workspace: Workspace, use: ToolUse): Promise<Json> {
  const { apiKey, executeUrl } = offering(workspace, use)
  const response = await world.registryFetch(
    new Request(executeUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ toolset: use.toolSet, tool: use.tool, arguments: use.arguments ?? {} }),
    }),
  )
  const outcome: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  if (isExecution(outcome)) return resultOf(outcome)
  throw new RegistrySyncError(`The registry answered ${await describeRefusal(response)}`)
}

function offering(workspace: Workspace, use: ToolUse): { readonly apiKey: string; readonly executeUrl: string } {
  for (const { active, apiKey, name, synced } of workspace.registries.values()) {
    if (!active || synced === undefined || (use.registry ?? name) !== name) continue
    const offered = synced.toolSets.some(({ id, tools }) => id === use.toolSet && tools.includes(use.tool))
    if (offered) return { apiKey, executeUrl: synced.executeUrl }
  }
  const reasons = whyNotOffered(workspace, use).map((reason) => `; ${reason}`)
  throw new RegistrySyncError(`No active registry offers ${shownTool(use)}${reasons.join('')}${nearestTool(workspace, use)}`)
}

/** Why each registry in question does not offer the tool, and the call that changes it. */
function whyNotOffered({ id, registries }: Workspace, use: ToolUse): string[] {
  if (registries.size === 0) return [`workspace ${id} has no registry: call addRegistry('${id}', …)`]
  if (use.registry !== undefined && !registries.has(use.registry))
    return [`workspace ${id} has no registry ${use.registry}; it has ${[...registries.keys()].join(', ')}`]
  return [...registries.values()].flatMap(({ active, name, synced }) => {
    if ((use.registry ?? name) !== name) return []
    if (!active) return [`registry ${name} is not active: call activateRegistry('${id}', '${name}')`]
    if (synced === undefined) return [`registry ${name} is not synchronized: call syncRegistry('${id}', '${name}')`]
    return []
  })
}

function nearestTool({ registries }: Workspace, use: ToolUse): string {
  const offered = offeredTools(registries.values()).filter(({ registry }) => (use.registry ?? registry) === registry)
  return didYouMean(shownTool(use), offered.map(shownTool))
}

function shownTool({ tool, toolSet }: Pick<ToolUse, 'tool' | 'toolSet'>): string {
  return `tool ${tool} of tool set ${toolSet}`
}

// The HTTP status of a failed execution is not shown, so the body decides.
function isExecution(body: unknown): body is { readonly status: 'success' | 'failed' } {
  return typeof body === 'object' && body !== null && 'status' in body && (body.status === 'success' || body.status === 'failed')
}

function resultOf(execution: { readonly status: 'success' | 'failed' }): Json {
  if (execution.status === 'success') return copyJson(memberOf(execution, 'result'), 'result')
  const error = memberOf(execution, 'error')
  const message = String(memberOf(error, 'value') ?? 'The execution failed')
  throw Object.assign(new Error(message), { name: String(memberOf(error, 'name') ?? 'Error') })
}

/**
 * A tool registry cannot be read, refuses a request, or does not offer a tool.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, RegistrySyncError } from '@wfhost/mock-server'
 *
 * const manifestUrl = 'http://localhost/v1/public/wfhost/manifest'
 * const registries = [{ name: 'Acme', manifestUrl, apiKey: 'nobody' }]
 * const service = createMockService({ workspaces: [{ id: 'support', registries }] })
 *
 * await assert.rejects(service.registries.sync('support', 'Acme'), RegistrySyncError)
 * ```
 */
export class RegistrySyncError extends Error {
  override readonly name = 'RegistrySyncError'
}

export async function describeRefusal(response: Response): Promise<string> {
  return `${response.status} ${messageIn(await response.text())}`.trim()
}
