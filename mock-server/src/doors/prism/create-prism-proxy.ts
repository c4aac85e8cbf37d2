import { compareExchange } from './compare-exchange.ts'
import { type Forwarded, forward } from './forward.ts'
import { createGuardJournal, type GuardedExchange } from './guard-journal.ts'
import { loadPrism } from './load-prism.ts'
import type { Violation } from './violation.ts'

/** What a validating proxy is made with. */
export interface PrismProxyOptions {
  /** The base address of the server behind the proxy. @default that of each request, for `fetch` to answer it */
  readonly upstream?: string
  /** How a request gets to the server behind the proxy. @default globalThis.fetch */
  readonly fetch?: (request: Request) => Promise<Response>
  /** @default the document of this project */
  readonly document?: object
  /** Told of everything that the document does not allow. @default nobody is told */
  readonly onViolation?: (violation: Violation) => void
  /** The path that the document has for the path of a request. @default the same */
  readonly toDocumentPath?: (path: string) => string
  /** How long the server behind the proxy may take. @default 30000 */
  readonly timeoutMs?: number
}

/** A validating proxy, and what passed it. */
export interface PrismProxy {
  readonly fetch: (request: Request) => Promise<Response>
  /** The exchanges that passed, the oldest first: at most 1000 and 5 MB, without their credentials. */
  readonly journal: () => readonly GuardedExchange[]
  readonly clearJournal: () => void
}

/**
 * Makes a proxy in front of any server that compares the exchanges with the document, with Prism's engine. Requests
 * and answers pass as they are, malformed ones too; what is wrong with them goes to the journal and to `onViolation`,
 * in full. A server that cannot be reached is a 502 that says why, and one that takes too long a 504.
 *
 * @throws {Error} in one line when Prism is not installed, or when there is neither `upstream` nor `fetch`.
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

/** What an exchange has beside its request. */
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
