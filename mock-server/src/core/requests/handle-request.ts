import { type OperationId, operationTable } from '@wfhost/openapi'
import { applyFaults } from '../../faults/apply-faults.ts'
import { isConnectionFault } from '../../faults/connection-fault-error.ts'
import { recordedHeaders } from '../../schema/journal.ts'
import type { ObservedExchange, RecordedExchange } from '../journal/journal.ts'
import { redactionOf, showExchange } from '../journal/show-exchange.ts'
import { executeTool } from '../tools/execute-tool.ts'
import { getOrganizationManifest, getPublicManifest } from '../tools/manifest.ts'
import { runPublishedWorkflow } from '../workflows/run-published-workflow.ts'
import { answerRunStatus } from '../workflows/runs.ts'
import type { World } from '../world/world.ts'
import { matchPath, nearestOperation, type PathMatch } from './paths.ts'
import { type Answer, type Call, type PlainRequest, type PlainResponse, Refusal } from './plain-exchange.ts'
import { respond, respondInternalError, toResponse } from './respond.ts'
import { createWebFetch, type Fetch } from './web-fetch.ts'

/** What the operations of the document do. An error response is thrown as a Refusal. */
const operations: Readonly<Record<OperationId, (world: World, call: Call) => Answer | Promise<Answer>>> = {
  runPublishedWorkflow,
  getPublicManifest,
  getOrganizationManifest,
  executeTool,
}

export function createWorldFetch(world: World, basePath = ''): Fetch {
  return createWebFetch((request) => handleRequest(world, request), basePath)
}

/**
 * Answers a request with the response of its operation, checked against the document. The exchange is in the journal from
 * the arrival of the request on, even if there is never a response.
 */
export async function handleRequest(world: World, request: PlainRequest): Promise<PlainResponse> {
  const ended = world.observe?.()
  const exchange = beginExchange(world, request)
  const stopping = world.stopping.signal
  let response: PlainResponse | undefined
  try {
    response = await dispatch(world, request, exchange)
    return response
  } catch (error) {
    if (isConnectionFault(error)) response = error.answer
    // Otherwise the client has disconnected.
    else if (error !== request.signal.reason && error !== stopping.reason) {
      response = respondInternalError(world, error)
      return response
    }
    throw error
  } finally {
    endExchange(world, exchange, response)
    if (ended !== undefined) ended(observationOf(world, exchange))
  }
}

export function endExchange(world: World, exchange: RecordedExchange, response: PlainResponse | undefined): void {
  exchange.endedAt = world.clock.now()
  exchange.failed = response?.body.startsWith('{"status":"failed"') === true
  world.journal.end(exchange, response)
}

export function observationOf(world: World, exchange: RecordedExchange): ObservedExchange {
  const { failed, faults, operation, response } = exchange
  return { operation, status: response?.status, failed, faults, show: () => showExchange(exchange, redactionOf(world)) }
}

const none: readonly never[] = []

export function beginExchange(world: World, request: PlainRequest): RecordedExchange {
  const requestHeaders: Record<string, string> = {}
  for (const name of recordedHeaders) {
    const value = request.header(name)
    if (value !== undefined) requestHeaders[name] = value
  }
  return {
    number: 0,
    order: 0,
    change: 0,
    bytes: 0,
    startedAt: world.clock.now(),
    endedAt: undefined,
    operation: undefined,
    method: request.method,
    path: request.path,
    requestHeaders,
    requestBody: request.body,
    response: undefined,
    failed: false,
    forwarded: undefined,
    faults: none,
  }
}

async function dispatch(world: World, request: PlainRequest, exchange: RecordedExchange): Promise<PlainResponse> {
  const path = withinBase(world, request.path)
  exchange.path = (path ?? request.path) + request.search
  const match = path === undefined ? undefined : matchOperation(world, path)
  if (match === undefined || operationTable[match.operationId].method !== request.method) {
    world.journal.arrive(exchange)
    return toResponse(world, await answerOutsideDocument(world, request, { match, path: path ?? request.path }))
  }
  const faults = world.faults.isEmpty ? none : world.faults.match(match, request)
  exchange.operation = match.operationId
  if (faults.length > 0) exchange.faults = faults.map(({ kind }) => kind)
  world.journal.arrive(exchange)
  const staleKeys = faults.some(({ effect }) => effect.on === 'authentication')
  const failure = faults.flatMap(({ effect }) => (effect.on === 'run' ? [effect.failure] : []))[0]
  const call = { request, number: exchange.number, path: match.parameters, staleKeys, failure }
  if (faults.length === 0) return runOperation(world, match.operationId, call)
  return applyFaults(world, { faults, request, handle: () => runOperation(world, match.operationId, call) })
}

async function runOperation(world: World, operationId: OperationId, call: Call): Promise<PlainResponse> {
  const answer = await catchRefusal(() => operations[operationId](world, call))
  return respond(world, operationId, answer)
}

/** The path under the base URL of the service; undefined for any other path. */
function withinBase({ basePath }: World, pathname: string): string | undefined {
  if (basePath === '') return pathname
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : undefined
}

/** The operation at a path; that of another product is none (PRODUCT-SEGMENT). */
function matchOperation({ product }: World, path: string): PathMatch | undefined {
  const match = matchPath(path)
  return (match?.parameters.get('product') ?? product) === product ? match : undefined
}

async function answerOutsideDocument(
  world: World,
  request: PlainRequest,
  { match, path }: { readonly match: PathMatch | undefined; readonly path: string },
): Promise<Answer> {
  if (match !== undefined) {
    const { method } = operationTable[match.operationId]
    const message = `${match.operationId} is called with ${method}, not with ${request.method}`
    return { status: 405, headers: { allow: method }, body: { message } }
  }
  const run =
    world.assumptions.statusEndpoint === 'runs' ? await catchRefusal(() => answerRunStatus(world, request, path)) : undefined
  const meant = nearestOperation(path, world.product)
  const remedy = meant === undefined ? '' : `; the document has ${meant}`
  return run ?? { status: 404, body: { message: `Nothing is at ${path}${remedy}` } }
}

async function catchRefusal<T extends Answer | undefined>(operate: () => T | Promise<T>): Promise<T | Answer> {
  try {
    return await operate()
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}
