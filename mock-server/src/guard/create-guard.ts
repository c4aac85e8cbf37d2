import * as z from 'zod'
import { type Fetch, toFetch } from '../core/requests/web-fetch.ts'
import { validate } from '../schema/check.ts'
import type { GuardedExchange, Violation } from '../schema/guarded-exchange.ts'
import { BASE_URL, isBaseUrl } from '../schema/values.ts'
import { checkExchange } from './check-exchange.ts'
import { type ForwardedResponse, type ForwardOutcome, forward } from './forward.ts'
import { createGuardJournal, type GuardJournal } from './guard-journal.ts'

/** The longest time of a timer in JavaScript, in milliseconds. */
const LONGEST_TIMER = 2_147_483_647

/** The options of a guard. */
export interface GuardOptions {
  /** The base URL of the server behind the guard. @default the origin of each request, for a `fetch` that ignores it */
  readonly upstream?: string | undefined
  /** Sends a request to the server behind the guard. @default globalThis.fetch */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** Called for each violation, with credentials removed. @default none */
  readonly onViolation?: ((violation: Violation) => void) | undefined
  /** Called for each exchange that passed, with credentials removed. @default none */
  readonly onExchange?: ((exchange: GuardedExchange) => void) | undefined
  /** Maps the path of a request to the path in the API document. @default the same path */
  readonly toDocumentPath?: ((path: string) => string) | undefined
  /** How many milliseconds the server behind the guard may take. @default 30000 */
  readonly timeout?: number | undefined
}

export const guardOptionsSchema = z.strictObject({
  upstream: z
    .string()
    .refine(isBaseUrl, { error: `expected ${BASE_URL}` })
    .optional(),
  fetch: z.unknown().optional(),
  onViolation: z.unknown().optional(),
  onExchange: z.unknown().optional(),
  toDocumentPath: z.unknown().optional(),
  timeout: z.int().min(1).max(LONGEST_TIMER).optional(),
} satisfies Readonly<Record<keyof GuardOptions, z.ZodType>>)

/** A guard and its journal. */
export interface Guard {
  /** Sends a request to the server behind the guard, and compares the exchange with the document. */
  readonly fetch: Fetch
  /** The exchanges that passed, oldest first: at most 1000 and 5 MB, without credentials. */
  readonly journal: () => readonly GuardedExchange[]
  readonly clearJournal: () => void
}

/**
 * Creates a guard in front of any server. The guard compares the exchanges with the API document. Requests and responses
 * pass unchanged, even malformed ones.
 *
 * A violation is a part of a request or a response that the document does not allow. The journal and `onViolation` receive the
 * first one of each request and of each response.
 *
 * If the server does not respond, or its response is damaged or too long, the response is a 502 with the reason. If the server
 * takes too long, it is a 504.
 *
 * @throws {MockStateError} for unknown options, an upstream that is not a base URL, and a timeout that is not a time
 * @throws {Error} if neither `upstream` nor `fetch` is given
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService } from '@wfhost/mock-server'
 * import { createGuard } from '@wfhost/mock-server/guard'
 *
 * const { fetch } = createMockService()
 * const guard = createGuard({ fetch })
 * const response = await guard.fetch(new Request('http://localhost/v1/public/wfhost/manifest'))
 * assert.equal(response.status, 401)
 * const [violation] = guard.journal()[0]?.violations ?? []
 * assert.equal(violation?.message, 'header Authorization: expected Bearer and a key, found nothing')
 * ```
 */
export function createGuard(options: GuardOptions): Guard {
  validate(guardOptionsSchema, options, 'make a guard')
  if (options.upstream === undefined && options.fetch === undefined) {
    throw new Error('Cannot make a guard: pass upstream or fetch')
  }

  const proxy = new GuardProxy(options)
  return {
    fetch: toFetch((request) => proxy.handle(request)),
    journal: () => proxy.journal.exchanges(),
    clearJournal: () => proxy.journal.clear(),
  }
}

/** Forwards requests to the server behind the guard, and compares the exchanges with the API document. */
class GuardProxy {
  readonly journal = createGuardJournal()
  readonly #options: GuardOptions
  #requestCount = 0

  constructor(options: GuardOptions) {
    this.#options = options
  }

  async handle(request: Request): Promise<Response> {
    this.#requestCount += 1
    const exchangeNumber = this.#requestCount
    const startedAt = Date.now()
    const body = await request.arrayBuffer()
    const guardedRequest = { exchangeNumber, startedAt, request, body: decodeUtf8(body) }

    // This throws if the connection of the client must break.
    const outcome = await this.#forward(guardedRequest, body)
    // The server behind the guard did not respond, or not completely. The guard itself has created a response.
    if (outcome.kind === 'failed') return this.#recordFailure(guardedRequest, outcome.response)
    return this.#compareAndRespond(guardedRequest, outcome)
  }

  /**
   * Forwards a request to the server behind the guard. If the server cannot be reached, the outcome has the kind `failed`.
   *
   * @throws {ConnectionFaultError} if the server is a service in this process with a fault that breaks the connection. The adapter
   *   that called the guard then breaks the connection of the client
   */
  async #forward(guardedRequest: GuardedRequest, body: ArrayBuffer): Promise<ForwardOutcome> {
    try {
      return await forward(guardedRequest.request, body, this.#options)
    } catch (error) {
      this.#addToJournal(guardedRequest, { violations: [] })
      throw error
    }
  }

  /** Returns the 502 or 504 that the guard itself creates. It is not compared: the server behind the guard did not send it. */
  async #recordFailure(request: GuardedRequest, response: Response): Promise<Response> {
    const body = await response.clone().text()
    this.#addToJournal(request, { response: toRecordedResponse(response, body), violations: [] })
    return response
  }

  /** Compares the exchange with the API document, and returns the response of the server behind the guard unchanged. */
  #compareAndRespond(request: GuardedRequest, forwardedResponse: ForwardedResponse): Response {
    const { createRedact } = this.journal
    const { toDocumentPath } = this.#options
    this.#addToJournal(request, compareWithDocument(request, forwardedResponse, { createRedact, toDocumentPath }))

    const { body, headers, status } = forwardedResponse
    // A Response with a status such as 204 must not have a body, not even an empty one.
    return new Response(body.byteLength === 0 ? null : body, { status, headers })
  }

  /** Adds an exchange to the journal, which removes its credentials, and calls the listeners of the options with the result. */
  #addToJournal(request: GuardedRequest, outcome: ExchangeOutcome): void {
    const redactedExchange = this.journal.record(toExchange(request, outcome))
    callListeners(redactedExchange, this.#options)
  }
}

/** A request that the guard has received. */
interface GuardedRequest {
  readonly exchangeNumber: number
  readonly startedAt: number
  readonly request: Request
  readonly body: string
}

type ExchangeOutcome = Pick<GuardedExchange, 'operation' | 'response' | 'violations'>

type ComparisonContext = Pick<GuardJournal, 'createRedact'> & Pick<GuardOptions, 'toDocumentPath'>

/** Compares an exchange with the API document. The violations are the parts that the document does not allow. */
function compareWithDocument(
  guardedRequest: GuardedRequest,
  forwardedResponse: ForwardedResponse,
  { createRedact, toDocumentPath }: ComparisonContext,
): ExchangeOutcome {
  const { body, exchangeNumber, request } = guardedRequest
  const { headers, method } = request
  const { pathname } = new URL(request.url)
  const responseBody = decodeUtf8(forwardedResponse.body)

  const { operation, violations } = checkExchange(exchangeNumber, {
    method,
    // The server may have a prefix such as /worlds/{id} before the paths of the document. `toDocumentPath` removes it.
    path: toDocumentPath === undefined ? pathname : toDocumentPath(pathname),
    headers,
    body,
    // The messages of violations quote from the exchange, so the credentials in its headers are removed from them.
    redact: createRedact([...headers, ...forwardedResponse.headers]),
    response: {
      status: forwardedResponse.status,
      headers: forwardedResponse.headers,
      body: responseBody,
      isUtf8: isUtf8(forwardedResponse.body),
    },
  })
  return { operation, violations, response: toRecordedResponse(forwardedResponse, responseBody) }
}

function toExchange({ body, exchangeNumber, request, startedAt }: GuardedRequest, outcome: ExchangeOutcome): GuardedExchange {
  const { pathname, search } = new URL(request.url)
  return {
    number: exchangeNumber,
    at: new Date(startedAt).toISOString(),
    durationMs: Date.now() - startedAt,
    request: { method: request.method, path: pathname + search, headers: Object.fromEntries(request.headers), body },
    operation: outcome.operation,
    response: outcome.response,
    violations: outcome.violations,
  }
}

function callListeners(exchange: GuardedExchange, { onExchange, onViolation }: GuardOptions): void {
  onExchange?.(exchange)
  for (const violation of exchange.violations) onViolation?.(violation)
}

/** Writes a violation in one line, for a log. */
export function writeViolation({ direction, flowId, message, operation, request }: Violation): string {
  const subject = [operation, flowId].filter((word) => word !== undefined).join(' ')
  const place = direction === 'request' ? `request ${request}` : `the response to request ${request}`
  return `violation in ${place}${subject === '' ? '' : ` (${subject})`}: ${message}`
}

function toRecordedResponse(
  { headers, status }: Pick<Response, 'headers' | 'status'>,
  body: string,
): GuardedExchange['response'] {
  return { status, headers: Object.fromEntries(headers), body }
}

function decodeUtf8(bytes: ArrayBuffer | Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
