import { type Fetch, toFetch } from '../core/requests/web-fetch.ts'
import type { GuardedExchange, Violation } from '../schema/guarded-exchange.ts'
import { checkExchange } from './check-exchange.ts'
import { forward } from './forward.ts'
import { createGuardJournal } from './guard-journal.ts'

/** The options of a guard. */
export interface GuardOptions {
  /** The base URL of the server behind the guard. @default that of each request, which `fetch` then answers */
  readonly upstream?: string
  /** Sends a request to the server behind the guard. @default globalThis.fetch */
  readonly fetch?: (request: Request) => Promise<Response>
  /** Called for each violation, with credentials removed. @default none */
  readonly onViolation?: (violation: Violation) => void
  /** Called for each exchange that passed, with credentials removed. @default none */
  readonly onExchange?: (exchange: GuardedExchange) => void
  /** Maps the path of a request to that in the document. @default the same path */
  readonly toDocumentPath?: (path: string) => string
  /** How many milliseconds the server behind the guard may take. @default 30000 */
  readonly timeoutMs?: number
}

/** A guard and its journal. */
export interface Guard {
  /** Sends a request to the server behind the guard, and compares the exchange with the document. */
  readonly fetch: Fetch
  /** The exchanges that passed, oldest first: at most 1000 and 5 MB, without credentials. */
  readonly journal: () => readonly GuardedExchange[]
  readonly clearJournal: () => void
}

/**
 * Creates a guard in front of any server: it compares the exchanges with the document. Requests and responses pass
 * unchanged, even malformed ones; the first violation of each goes to the journal and to `onViolation`. If the server
 * cannot be reached, the response is a 502 with the reason; if it takes too long, a 504.
 *
 * @throws {Error} if neither `upstream` nor `fetch` is given.
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
  const { fetch, onExchange = () => {}, onViolation = () => {}, timeoutMs, upstream } = options
  const { toDocumentPath = (path) => path } = options
  if (upstream === undefined && fetch === undefined) throw new Error('Cannot make a guard: pass upstream or fetch')
  const journal = createGuardJournal()
  let passed = 0

  async function pass(request: Request): Promise<Response> {
    passed += 1
    const number = passed
    const startedAt = Date.now()
    const received = await request.arrayBuffer()
    const { pathname, search } = new URL(request.url)
    const { headers, method } = request
    const body = textOf(received)

    function record(found: Pick<GuardedExchange, 'operation' | 'response' | 'violations'>): void {
      const exchange = journal.record({
        number,
        at: new Date(startedAt).toISOString(),
        durationMs: Date.now() - startedAt,
        request: { method, path: pathname + search, headers: Object.fromEntries(headers), body },
        ...found,
      })
      onExchange(exchange)
      for (const violation of exchange.violations) onViolation(violation)
    }

    const answer = await forward(request, received, { fetch, upstream, timeoutMs }).catch((error: unknown) => {
      record({ operation: undefined, response: undefined, violations: [] })
      throw error
    })
    if (answer instanceof Response) {
      record({ operation: undefined, response: shown(answer, await answer.clone().text()), violations: [] })
      return answer
    }
    const text = textOf(answer.body)
    const redact = journal.getRedaction([...headers, ...answer.headers])
    const exchange = { method, path: toDocumentPath(pathname), headers, body, redact, answer: { ...answer, body: text } }
    record({ ...checkExchange(number, exchange), response: shown(answer, text) })
    const { status } = answer
    return new Response(answer.body.byteLength === 0 ? null : answer.body, { status, headers: answer.headers })
  }

  return { fetch: toFetch(pass), journal: journal.exchanges, clearJournal: journal.clear }
}

export function writeViolation({ direction, flowId, message, operation, request }: Violation): string {
  const what = [operation, flowId].filter((word) => word !== undefined).join(' ')
  const where = `${direction === 'request' ? 'request' : 'the response to request'} ${request}`
  return `violation in ${where}${what === '' ? '' : ` (${what})`}: ${message}`
}

function shown({ headers, status }: Pick<Response, 'headers' | 'status'>, body: string): GuardedExchange['response'] {
  return { status, headers: Object.fromEntries(headers), body }
}

function textOf(bytes: ArrayBuffer | Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
