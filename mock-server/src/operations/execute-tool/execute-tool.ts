import { didYouMean } from '@wfhost/internal/messages'
import { withTimeout } from '../../core/clock/clock.ts'
import { getRedact } from '../../core/journal/show-exchange.ts'
import { copyJson, type Json, type JsonObject } from '../../core/json.ts'
import { authenticate } from '../../core/requests/authenticate.ts'
import { createRefusal, type JsonResponse, type Refusal } from '../../core/requests/plain-exchange.ts'
import { checkToolArguments } from '../../core/requests/read-arguments.ts'
import { readBody } from '../../core/requests/read-body.ts'
import { hasMember, withStatus } from '../../core/requests/response-format.ts'
import { toFailure } from '../../core/workflows/failure.ts'
import { findVersion } from '../../core/world/find.ts'
import type { Tool, ToolHostingKey, World } from '../../core/world/world.ts'
import type { Assumptions } from '../../schema/assumptions.ts'
import type { Operation, OperationRequest } from '../operation.ts'

export const executeToolOperation: Operation = {
  perform: executeTool,
  format: {
    success: formatExecution,
    errorStatus: getExecutionErrorStatus,
    errorBody: ({ registryErrorBody }) => registryErrorBody,
  },
  acceptsSession: false,
}

interface ExecuteBody {
  readonly toolset: string
  readonly tool: string
  readonly arguments?: JsonObject
}

/**
 * Handles a request to execute a tool, in the version and with the variables of the environment profile of the key
 * (HOST-ENV). The checks have the order 401, 429, 400, 404, 402.
 */
async function executeTool(world: World, { request }: OperationRequest): Promise<JsonResponse> {
  const key = authenticate(request, world.toolHostingKeys)
  const limitSubject = { key: key.key, organization: key.organization.id }
  const checksLimitLast = world.assumptions.checkOrder === 'limit-last'
  if (!checksLimitLast) world.rateLimiter.consume(limitSubject)

  const body = readBody<ExecuteBody>(request, 'executeTool', getRedact(world))
  const tool = findTool(key, { toolset: body.toolset, name: body.tool })
  const args = body.arguments ?? {}
  checkToolArguments(tool.parameters, args)

  if (checksLimitLast) world.rateLimiter.consume(limitSubject)
  return executeForCredit(world, { key, tool, args })
}

interface ToolName {
  readonly toolset: string
  readonly name: string
}

/** Finds a tool in the version that is published to the environment profile of a key. */
function findTool({ environment, organization }: ToolHostingKey, { name, toolset: id }: ToolName): Tool {
  const toolset = organization.toolsets.get(id)
  const version = toolset?.published.get(environment)
  if (toolset === undefined || version === undefined) throw createToolsetRefusal(id, { environment, organization })

  const tools = findVersion(toolset, version)?.tools ?? []
  const tool = tools.find((candidate) => candidate.name === name)
  if (tool !== undefined) return tool

  const names = tools.map((candidate) => candidate.name)
  throw createRefusal(404, `Tool set ${id} has no tool named ${name}${didYouMean(name, names)}`)
}

function createToolsetRefusal(
  toolset: string,
  { environment, organization }: Pick<ToolHostingKey, 'environment' | 'organization'>,
): Refusal {
  const ids = [...organization.toolsets.keys()]
  return createRefusal(404, `No tool set ${toolset} is published to ${environment}${didYouMean(toolset, ids)}`)
}

interface Execution {
  readonly key: ToolHostingKey
  readonly tool: Tool
  readonly args: JsonObject
}

/**
 * Executes a tool for one credit. The credit is taken first and returned if the tool fails. Two concurrent executions
 * therefore cannot use the same credit (EXE-CREDIT).
 */
async function executeForCredit(world: World, execution: Execution): Promise<JsonResponse> {
  const { organization } = execution.key
  if (organization.credits < 1) throw createRefusal(402, 'The organization has no credits left')

  organization.credits -= 1
  try {
    const result = await runImplementation(world, execution)
    return { status: 200, body: { status: 'success', result } }
  } catch (thrown) {
    organization.credits += 1
    return { status: 200, body: { status: 'failed', error: toFailure(thrown) } }
  }
}

class TimeLimitExceeded extends Error {
  override readonly name = 'TimeLimitExceeded'
}

/**
 * Runs the implementation of a tool. Its result is copied, and its time is limited.
 *
 * The implementation receives only its arguments and variables, so it cannot reach other tool sets (requirement EXE-SANDBOX). The
 * variables belong to the environment profile of the API key in the request.
 */
async function runImplementation(world: World, { args, key, tool }: Execution): Promise<Json> {
  const { clock, toolTimeout } = world
  // A reset of the world replaces `world.stopController`, so the signal is read when the tool starts.
  const { signal } = world.stopController

  const resultOrPromise = tool.implementation(args, {
    variables: key.organization.environments.get(key.environment) ?? {},
    now: clock.now,
    random: world.random,
    sleep: (ms) => clock.sleep(ms, signal),
  })
  // A result that is available immediately needs no timer.
  if (!(resultOrPromise instanceof Promise)) return copyJson(resultOrPromise, 'result')

  const createError = (): Error => new TimeLimitExceeded(`The tool took longer than ${toolTimeout} ms`)
  const result = await withTimeout(resultOrPromise, { clock, ms: toolTimeout, createError })
  return copyJson(result, 'result')
}

function formatExecution(response: JsonResponse, { failedExecutionStatus }: Assumptions): JsonResponse {
  const hasFailed = hasMember(response.body, 'error')
  return withStatus(response, hasFailed ? failedExecutionStatus : 200)
}

function getExecutionErrorStatus(status: number, { emptyBalanceStatus, unknownToolStatus }: Assumptions): number {
  if (status === 402) return emptyBalanceStatus
  if (status === 404) return unknownToolStatus
  return status
}
