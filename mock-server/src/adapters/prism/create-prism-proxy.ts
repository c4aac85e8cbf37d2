import { compareExchange } from './compare-exchange.ts'
import { type Forwarded, forward } from './forward.ts'
import { createGuardJournal, type GuardedExchange } from './guard-journal.ts'
import { loadPrism } from './load-prism.ts'
import type { Violation } from './violation.ts'

/** The options of a validating proxy. */
export interface PrismProxyOptions {
  /** The base URL of the server behind the proxy. @default that of each request, which `fetch` then answers */
  readonly upstream?: string
  /** Sends a request to the server behind the proxy. @default globalThis.fetch */
  readonly fetch?: (request: Request) => Promise<Response>
  /** @default the document of this project */
  readonly document?: object
  /** Called for everything that the document does not allow. @default none */
  readonly onViolation?: (violation: Violation) => void
  /** Maps the path of a request to that in the document. @default the same path */
  readonly toDocumentPath?: (path: string) => string
  /** How many milliseconds the server behind the proxy may take. @default 30000 */
  readonly timeoutMs?: number
}

/** A validating proxy and its journal. */
export interface PrismProxy {
  readonly fetch: (request: Request) => Promise<Response>
  /** The exchanges that passed, oldest first: at most 1000 and 5 MB, without credentials. */
  readonly journal: () => readonly GuardedExchange[]
  readonly clearJournal: () => void
}

/**
 * Creates a proxy for any server that compares the exchanges with the document, with Prism's engine. Requests and
 * responses pass unchanged, even malformed ones; violations go to the journal and to `onViolation`. If the server cannot
 * be reached, the response is a 502 with the reason; if it takes too long, a 504.
 *
 * @throws {Error} in one line if Prism is not installed, or if neither `upstream` nor `fetch` is given.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService } from '@wfhost/mock-server'
 * import { createPrismProxy } from '@wfhost/mock-server/prism'
 *
 * const { fetch } = createMockService()
 * const proxy = await createPrismProxy({ fetch })
 * const response = await proxy.fetch(new Request('http://localhost/v1/public/wfhost/manifest'))
 * assert.equal(response.status, 401)
 * const [violation] = proxy.journal()[0]?.violations ?? []
 * assert.deepEqual([violation?.direction, violation?.severity], ['request', 'error'])
 * ```
 */
export async function createPrismProxy(options: PrismProxyOptions): Promise<PrismProxy> {
  const { document, fetch, onViolation = () => {}, timeoutMs = 30_000, toDocumentPath = (path) => path, upstream } = options
  if (upstream === undefined && fetch === undefined) throw new Error('Cannot make a proxy: pass upstream or fetch')
  const prism = await loadPrism(document)
  const journal = createGuardJournal()
  let passed = 0

  async function pass(request: Request, about: Omit<Passing, 'operation' | 'response' | 'violations'>): Promise<Response> {
    const { body, number } = about
    const answer = await forward(request, { body, fetch, upstream, timeoutMs }).catch((error: unknown) => {
      journal.record(toExchange(request, { ...about, response: undefined, ...unknown }))
      throw error
    })
    if (answer instanceof Response) {
      const given = { status: answer.status, headers: answer.headers, body: await answer.clone().arrayBuffer() }
      journal.record(toExchange(request, { ...about, response: given, ...unknown }))
      return answer
    }
    const path = toDocumentPath(new URL(request.url).pathname)
    const { operation, violations } = await compareExchange(prism, { answer, body, number, path, request })
    journal.record(toExchange(request, { ...about, response: answer, operation, violations }))
    for (const violation of violations) onViolation(violation)
    return new Response(answer.body.byteLength === 0 ? null : answer.body, { status: answer.status, headers: answer.headers })
  }

  return {
    journal: journal.exchanges,
    clearJournal: journal.clear,
    fetch: async (request) => {
      passed += 1
      const number = passed
      const startedAt = Date.now()
      return pass(request, { number, startedAt, body: await request.arrayBuffer() })
    },
  }
}

/** The rest of an exchange. */
interface Passing extends Pick<GuardedExchange, 'number' | 'operation' | 'violations'> {
  readonly startedAt: number
  readonly body: ArrayBuffer
  readonly response: Forwarded | undefined
}

const unknown = { operation: undefined, violations: [] }

function toExchange(request: Request, { body, response, startedAt, ...about }: Passing): GuardedExchange {
  const { pathname, search } = new URL(request.url)
  const text = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes)
  return {
    ...about,
    at: new Date(startedAt).toISOString(),
    durationMs: Date.now() - startedAt,
    request: {
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      body: text(body),
    },
    response: response && {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text(response.body),
    },
  }
}
