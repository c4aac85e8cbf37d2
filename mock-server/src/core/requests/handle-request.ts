import { applyFaults } from '../../faults/apply-faults.ts'
import { isConnectionFault } from '../../faults/connection-fault-error.ts'
import type { ObservedExchange, RecordedExchange } from '../journal/journal-entry.ts'
import { redactionOf, showExchange } from '../journal/show-exchange.ts'
import { getRun } from '../workflows/run-published-workflow.ts'
import type { World } from '../world/world.ts'
import { type Answer, type PlainRequest, type PlainResponse, Refusal } from './plain-exchange.ts'
import { respond, respondInternalError, toResponse } from './respond.ts'
import { matchRoute, type RouteMatch } from './routes.ts'

/**
 * Answers a request with the response of its operation, checked against the document. The exchange is in the journal from
 * the arrival of the request on, even if there is never a response.
 */
export async function handleRequest(world: World, request: PlainRequest): Promise<PlainResponse> {
  const ended = world.observe?.()
  const exchange = beginExchange(world, request)
  const stopping = world.stopping.signal
  try {
    exchange.response = await dispatch(world, { request, exchange })
    return exchange.response
  } catch (error) {
    if (isConnectionFault(error)) exchange.response = error.answer
    // Otherwise the client has disconnected.
    else if (error !== request.signal.reason && error !== stopping.reason) {
      exchange.response = respondInternalError(world, error)
      return exchange.response
    }
    throw error
  } finally {
    exchange.endedAt = world.clock.now()
    world.journal.end(exchange)
    ended?.(observationOf(world, exchange))
  }
}

function observationOf(world: World, exchange: RecordedExchange): ObservedExchange {
  const { faults, operation, response } = exchange
  return { operation, status: response?.status, faults, show: () => showExchange(exchange, redactionOf(world)) }
}

interface Handled {
  readonly request: PlainRequest
  readonly exchange: RecordedExchange
}

async function dispatch(world: World, { exchange, request }: Handled): Promise<PlainResponse> {
  const path = withinBase(world, request.path)
  exchange.path = (path ?? request.path) + request.search
  const match = path === undefined ? undefined : matchRoute(path, world.product)
  if (match?.route.method !== request.method) {
    world.journal.arrive(exchange)
    return toResponse(world, await answerOutsideDocument(world, { request, match, path: path ?? request.path }))
  }
  const { operationId } = match.route
  const faults = world.faults.meeting(match, request)
  exchange.operation = operationId
  if (faults.length > 0) exchange.faults = faults.map(({ kind }) => kind)
  world.journal.arrive(exchange)
  if (faults.length === 0) return runOperation(world, { request, match, staleKeys: false })
  const staleKeys = exchange.faults.includes('stale-key')
  return applyFaults(world, { faults, request, handle: () => runOperation(world, { request, match, staleKeys }) })
}

async function runOperation(
  world: World,
  call: { readonly request: PlainRequest; readonly match: RouteMatch; readonly staleKeys: boolean },
): Promise<PlainResponse> {
  const { match, request, staleKeys } = call
  const { operate, operationId } = match.route
  const answer = await catchRefusal(() => operate(world, { request, path: match.path, staleKeys }))
  return respond(world, { operationId, answer })
}

/** The path under the base URL of the service; undefined for any other path. */
function withinBase({ basePath }: World, pathname: string): string | undefined {
  if (basePath === '') return pathname
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : undefined
}

async function answerOutsideDocument(
  world: World,
  asked: { readonly request: PlainRequest; readonly match: RouteMatch | undefined; readonly path: string },
): Promise<Answer> {
  const { match, path, request } = asked
  if (match !== undefined) {
    const message = `${match.route.operationId} is called with ${match.route.method}, not with ${request.method}`
    return { status: 405, headers: { allow: match.route.method }, body: { message } }
  }
  const run = world.profile.statusEndpoint === 'runs' ? await catchRefusal(() => getRun(world, { request, path })) : undefined
  return run ?? { status: 404, body: { message: `Nothing is at ${path}` } }
}

/** The answer of an operation, or of the refusal that it throws. */
async function catchRefusal<T extends Answer | undefined>(operate: () => T | Promise<T>): Promise<T | Answer> {
  try {
    return await operate()
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}

// The headers that matter to the API. Others depend on the client and the door.
const requestHeaders = ['authorization', 'content-type', 'cookie'] as const

/** Starts the record of an exchange when its request arrives. */
export function beginExchange(world: World, request: PlainRequest): RecordedExchange {
  return {
    number: 0,
    bytes: 0,
    startedAt: world.clock.now(),
    endedAt: undefined,
    operation: undefined,
    method: request.method,
    path: request.path,
    requestHeaders: picked(request),
    requestBody: request.body,
    response: undefined,
    faults: none,
  }
}

const none: readonly string[] = []

function picked(request: PlainRequest): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of requestHeaders) {
    const value = request.header(name)
    if (value !== undefined) found[name] = value
  }
  return found
}
