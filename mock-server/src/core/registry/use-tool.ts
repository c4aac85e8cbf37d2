import { didYouMean } from '@wfhost/internal/messages'
import { createNamesSchema, validate } from '../../schema/check.ts'
import type { OfferedTool } from '../../schema/world.ts'
import type { ToolUse } from '../implementation.ts'
import { copyJson, type Json, memberOf, readJson } from '../json.ts'
import { findMessage } from '../requests/find-message.ts'
import type { RegistryEntry, Workspace, World } from '../world/world.ts'

/** Lists the tools that the active registries offer, in the order of the registries (ENTRY-STEPS). */
export function listOfferedTools(entries: Iterable<RegistryEntry>): OfferedTool[] {
  const offered: OfferedTool[] = []
  for (const { active, name, synced } of entries) {
    if (!active || synced === undefined) continue
    for (const { id, tools } of synced.toolsets) {
      offered.push(...tools.map((tool) => ({ registry: name, toolset: id, tool })))
    }
  }
  return offered
}

/** Refuses a misspelt `arguments`, without which the tool would run without arguments. */
const toolCallSchema = createNamesSchema<ToolUse>({ toolset: true, tool: true, arguments: true, registry: true })

/**
 * Executes a tool as the workflow service does. It finds the tool in the synchronized manifest of an active registry, and
 * sends a request to the execute endpoint with the key of that registry.
 *
 * @throws {MockStateError} for an unknown name in `toolCall`. {RegistrySyncError} if no registry offers the tool; an error with the name of the tool's error if the tool fails.
 */
export async function executeWorkspaceTool(world: World, workspace: Workspace, toolCall: ToolUse): Promise<Json> {
  validate(toolCallSchema, toolCall, 'use a tool')
  const { apiKey, executeUrl } = findOffer(workspace, toolCall)
  const request = new Request(executeUrl, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ toolset: toolCall.toolset, tool: toolCall.tool, arguments: toolCall.arguments ?? {} }),
  })
  const response = await world.registryFetch(request)

  const text = await response.text()
  const outcome = readJson(text)
  if (isExecution(outcome)) return readExecution(outcome)
  throw new RegistrySyncError(`The registry responded with ${describeRefusedText(response.status, text)}`)
}

interface ToolOffer {
  readonly apiKey: string
  readonly executeUrl: string
}

/** Finds the first active registry that offers a tool. */
function findOffer(workspace: Workspace, toolCall: ToolUse): ToolOffer {
  for (const { active, apiKey, name, synced } of workspace.registries.values()) {
    const isCandidate = active && (toolCall.registry ?? name) === name
    if (!isCandidate || synced === undefined) continue

    const offersTool = synced.toolsets.some(({ id, tools }) => id === toolCall.toolset && tools.includes(toolCall.tool))
    if (offersTool) return { apiKey, executeUrl: synced.executeUrl }
  }

  const reasons = explainMissingTool(workspace, toolCall).map((reason) => `; ${reason}`)
  throw new RegistrySyncError(
    `No active registry offers ${describeTool(toolCall)}${reasons.join('')}${suggestTool(workspace, toolCall)}`,
  )
}

/** Lists why each registry does not offer the tool, with the operation that changes it. */
function explainMissingTool({ id, registries }: Workspace, toolCall: ToolUse): string[] {
  if (registries.size === 0) return [`workspace ${id} has no registry: call registries.add('${id}', …)`]
  if (toolCall.registry !== undefined && !registries.has(toolCall.registry)) {
    return [`workspace ${id} has no registry ${toolCall.registry}; it has ${[...registries.keys()].join(', ')}`]
  }

  const reasons: string[] = []
  for (const { active, name, synced } of registries.values()) {
    if ((toolCall.registry ?? name) !== name) continue
    if (!active) reasons.push(`registry ${name} is not active: call registries.activate('${id}', '${name}')`)
    else if (synced === undefined) reasons.push(`registry ${name} is not synchronized: call registries.sync('${id}', '${name}')`)
  }
  return reasons
}

function suggestTool({ registries }: Workspace, toolCall: ToolUse): string {
  const offered = listOfferedTools(registries.values()).filter(({ registry }) => (toolCall.registry ?? registry) === registry)
  return didYouMean(describeTool(toolCall), offered.map(describeTool))
}

function describeTool({ tool, toolset }: Pick<ToolUse, 'tool' | 'toolset'>): string {
  return `tool ${tool} of tool set ${toolset}`
}

interface ExecutionBody {
  readonly status: 'success' | 'failed'
}

/** Checks the body, because the source document does not show the HTTP status of a failed execution. */
function isExecution(body: unknown): body is ExecutionBody {
  const status = memberOf(body, 'status')
  return status === 'success' || status === 'failed'
}

/** Returns the result of an execution, or throws the error of the tool. */
function readExecution(execution: ExecutionBody): Json {
  if (execution.status === 'success') return copyJson(memberOf(execution, 'result'), 'result')

  const failure = memberOf(execution, 'error')
  const error = new Error(String(memberOf(failure, 'value') ?? 'The execution failed'))
  error.name = String(memberOf(failure, 'name') ?? 'Error')
  throw error
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

/** Describes a response that is not a success: its status, and the message in its body. */
export async function describeRefusal(response: Response): Promise<string> {
  return describeRefusedText(response.status, await response.text())
}

function describeRefusedText(status: number, text: string): string {
  return `${status} ${findMessage(text)}`.trim()
}
