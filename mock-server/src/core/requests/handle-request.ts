import { type OperationId, operationTable } from '@wfhost/openapi'
import { applyFaults } from '../../faults/apply-faults.ts'
import { isConnectionFault } from '../../faults/connection-fault-error.ts'
import type { MatchedFault } from '../../faults/fault-plan.ts'
import type { OperationRequest } from '../../operations/operation.ts'
import { operations } from '../../operations/operations.ts'
import { recordedHeaders } from '../../schema/journal.ts'
import { readContractFacts } from '../journal/contract-facts.ts'
import type { ExchangeReport, OnExchange, RecordedExchange } from '../journal/journal.ts'
import { getRedact, toJournalEntry } from '../journal/show-exchange.ts'
import { respondWithRunStatus } from '../workflows/runs.ts'
import type { World } from '../world/world.ts'
import { matchPath, nearestOperation, type PathMatch } from './paths.ts'
import { type JsonResponse, type PlainRequest, type PlainResponse, Refusal } from './plain-exchange.ts'
import { respond, respondInternalError, toPlainResponse } from './respond.ts'
import { createWebFetch, type Fetch } from './web-fetch.ts'

/** Creates the `fetch` of a world, below a base path. */
export function createWorldFetch(world: World, basePath = ''): Fetch {
  const worldFetch = createWebFetch((request) => handleRequest(world, request), basePath)
  const follow = (listener: OnExchange): void => {
    world.onExchange = combineListeners(world.onExchange, listener)
  }
  return Object.assign(worldFetch, { [followKey]: follow })
}

// A registered symbol: this module exists twice if the package is loaded both as ESM and as CommonJS.
const followKey = Symbol.for('@wfhost/mock-server: follow the exchanges of a world')

/** Calls a listener for each later exchange of the world behind a `fetch`. Returns false if no world is behind it. */
export function followExchanges(handler: object, listener: OnExchange): boolean {
  const follow: unknown = Reflect.get(handler, followKey)
  if (typeof follow !== 'function') return false
  follow(listener)
  return true
}

/** Returns a listener that calls both. */
export function combineListeners(first: OnExchange | undefined, second: OnExchange): OnExchange {
  if (first === undefined) return second

  return () => {
    const endFirst = first()
    const endSecond = second()
    return (exchange) => {
      endFirst(exchange)
      endSecond(exchange)
    }
  }
}

/**
 * Handles a request to the API and returns the response. The exchange enters the journal when the request arrives. An error
 * inside the server becomes a response with status 500.
 *
 * @throws {ConnectionFaultError} if a simulated fault breaks the connection; the abort reason if the client disconnects or the
 *   world stops.
 */
export async function handleRequest(world: World, request: PlainRequest): Promise<PlainResponse> {
  // The listener is called at the start of an exchange, and the function that it returns at the end.
  const onExchangeEnd = world.onExchange?.()
  const exchange = createRecordedExchange(world, request)
  // Read before the request is handled, because a reset gives the world another signal.
  const stopSignal = world.stopController.signal
  // For the journal. It stays undefined if the client disconnects or the world stops.
  let response: PlainResponse | undefined

  try {
    response = await dispatch(world, request, exchange)
    return response
  } catch (error) {
    if (isConnectionFault(error)) {
      // The response that was being sent when the connection broke.
      response = error.plainResponse
      throw error
    }
    if (isAbortReason(error, [request.signal, stopSignal])) throw error

    response = respondInternalError(world, error)
    return response
  } finally {
    endExchange(world, exchange, response)
    onExchangeEnd?.(describeExchange(world, exchange))
  }
}

/** Returns whether an error is the reason with which one of the signals was aborted. */
function isAbortReason(error: unknown, signals: readonly AbortSignal[]): boolean {
  return signals.some((signal) => signal.aborted && signal.reason === error)
}

/** Creates the record of an exchange when its request arrives. The journal stores the record later, and completes it. */
export function createRecordedExchange(world: World, request: PlainRequest): RecordedExchange {
  return {
    // The journal sets the next four members when it stores the exchange: first the number of the request in this world.
    number: 0,
    // Orders this exchange among all records of the world.
    sequenceNumber: 0,
    // The journal revision at which this exchange last changed.
    revision: 0,
    // The size in memory.
    size: 0,

    method: request.method,
    path: request.path,
    requestHeaders: readRecordedHeaders(request),
    requestBody: request.body,
    startedAt: world.clock.now(),

    // These become known while the request is handled.
    operation: undefined,
    faults: noFaults,
    forwarded: undefined,
    response: undefined,
    // Whether the response says that a run or an execution failed.
    failed: false,
    endedAt: undefined,
  }
}

/** Reads the headers of a request that the journal shows. */
function readRecordedHeaders(request: PlainRequest): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of recordedHeaders) {
    const value = request.header(name)
    if (value !== undefined) headers[name] = value
  }
  return headers
}

/** Completes the record of an exchange. The response is undefined if the client received none. */
export function endExchange(world: World, exchange: RecordedExchange, response: PlainResponse | undefined): void {
  exchange.endedAt = world.clock.now()
  exchange.failed = response?.body.startsWith('{"status":"failed"') === true
  world.journal.end(exchange, response)
}

/** Describes an exchange for the log. The journal entry is created only if the log needs it. */
export function describeExchange(world: World, exchange: RecordedExchange): ExchangeReport {
  const { failed, faults, operation, response } = exchange
  return {
    operation,
    status: response?.status,
    failed,
    faults,
    assumptions: world.assumptions,
    createEntry: () => toJournalEntry(exchange, getRedact(world)),
    findContractFacts: () => readContractFacts(world, exchange),
  }
}

// One list for all requests without faults saves allocations for each request.
const noFaults: readonly never[] = []
const noEffects: readonly never[] = []

/** Matches a request to an operation of the API document, and performs the operation. Other requests get a 404 or a 405. */
async function dispatch(world: World, request: PlainRequest, exchange: RecordedExchange): Promise<PlainResponse> {
  const path = removeBasePath(world, request.path)
  exchange.path = (path ?? request.path) + request.search
  const match = path === undefined ? undefined : matchOperation(world, path)

  const isKnown = match !== undefined && operationTable[match.operationId].method === request.method
  if (isKnown) return dispatchOperation(world, match, { request, exchange })

  world.journal.recordArrival(exchange)
  const response = await respondToUnknown(world, request, { match, path: path ?? request.path })
  return toPlainResponse(world, response)
}

interface ArrivedRequest {
  readonly request: PlainRequest
  readonly exchange: RecordedExchange
}

/** Performs the operation that a request matches, with the faults that a test has added for it. Records the request before. */
async function dispatchOperation(world: World, match: PathMatch, arrived: ArrivedRequest): Promise<PlainResponse> {
  const { exchange, request } = arrived
  exchange.operation = match.operationId

  const faults = world.faults.isEmpty ? noFaults : world.faults.match(match, request)
  if (faults.length > 0) return dispatchWithFaults(world, match, { ...arrived, faults })

  const number = world.journal.recordArrival(exchange)
  return performOperation(world, match.operationId, {
    request,
    number,
    pathParameters: match.parameters,
    faultEffects: noEffects,
  })
}

/** Performs an operation with faults, which delay, replace or change its response. */
function dispatchWithFaults(
  world: World,
  { operationId, parameters }: PathMatch,
  { exchange, faults, request }: ArrivedRequest & { readonly faults: readonly MatchedFault[] },
): Promise<PlainResponse> {
  // Listeners of the journal read the exchange when its arrival is recorded, so the faults are set before.
  exchange.faults = faults.map(({ kind }) => kind)
  const number = world.journal.recordArrival(exchange)

  const faultEffects = faults.map(({ effect }) => effect)
  const handle = () => performOperation(world, operationId, { request, number, pathParameters: parameters, faultEffects })
  return applyFaults(world, { faults, request, handle })
}

async function performOperation(world: World, operationId: OperationId, request: OperationRequest): Promise<PlainResponse> {
  const { format, perform } = operations[operationId]
  const response = await catchRefusal(() => perform(world, request))
  return respond(world, { operationId, format }, response)
}

/** Returns the path below the base URL of the service, or undefined for a path outside it. */
function removeBasePath({ basePath }: World, path: string): string | undefined {
  if (basePath === '') return path
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined
}

/** Finds the operation at a path. A path with the segment of another product has no operation (PRODUCT-SEGMENT). */
function matchOperation({ product }: World, path: string): PathMatch | undefined {
  const match = matchPath(path)
  const requestedProduct = match?.parameters.get('product') ?? product
  return requestedProduct === product ? match : undefined
}

interface UnknownTarget {
  readonly path: string
  /** The operation at the path, if only the method is wrong. */
  readonly match: PathMatch | undefined
}

/** Responds to a request that matches no operation: 405 for a wrong method, 404 for an unknown path. */
async function respondToUnknown(world: World, request: PlainRequest, { match, path }: UnknownTarget): Promise<JsonResponse> {
  if (match !== undefined) return respondToWrongMethod(match.operationId, request.method)

  // An assumption can add an endpoint that the API document does not contain.
  if (world.assumptions.statusEndpoint === 'runs') {
    const status = await catchRefusal(() => respondWithRunStatus(world, request, path))
    if (status !== undefined) return status
  }

  const nearest = nearestOperation(path, world.product)
  const remedy = nearest === undefined ? '' : `; the document has ${nearest}`
  return { status: 404, body: { message: `No operation is at ${path}${remedy}` } }
}

function respondToWrongMethod(operationId: OperationId, method: string): JsonResponse {
  const allowed = operationTable[operationId].method
  const message = `${operationId} requires ${allowed}, found ${method}`
  return { status: 405, headers: { allow: allowed }, body: { message } }
}

async function catchRefusal<T extends JsonResponse | undefined>(operate: () => T | Promise<T>): Promise<T | JsonResponse> {
  try {
    return await operate()
  } catch (error) {
    if (error instanceof Refusal) return error.response
    throw error
  }
}
