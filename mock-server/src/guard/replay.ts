import { describeFound } from '@wfhost/internal/schema-problems'
import { canonicalJson, readJson } from '../core/json.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import { findOperation } from '../core/requests/paths.ts'
import { type Fetch, toFetch, type WebHandler } from '../core/requests/web-fetch.ts'
import { findTextProblem, isFilePath } from '../schema/text-argument.ts'
import { GuardCredentials } from './guard-journal.ts'
import { type Archive, type RecordedExchange, type RecordedResponse, readArchive } from './read-archive.ts'

/**
 * Creates a server that responds from an HTTP Archive. It has a `fetch`, so it can replace a service.
 *
 * It finds a response by operation, workflow and arguments, in any order of requests. The archive contains no keys, so the
 * server accepts any key. If no request of the archive has a key, the client needs none.
 *
 * Several responses to the same request are sent in their order, and the last one is repeated. The response to a request
 * that was not recorded is a 404 with the reason.
 *
 * @throws {MockStateError} if the argument is not a text, or is the path of a file.
 * @throws {Error} if the text is not an HTTP Archive.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, toHar } from '@wfhost/mock-server'
 * import { createReplay } from '@wfhost/mock-server/guard'
 *
 * const service = createMockService()
 * await service.fetch('http://localhost/v1/public/wfhost/manifest')
 * const recorded = JSON.stringify(toHar(service.journal(), 'http://localhost'))
 *
 * const replay = createReplay(recorded)
 * assert.equal((await replay.fetch('http://localhost/v1/public/wfhost/manifest')).status, 401)
 * assert.equal((await replay.fetch('http://localhost/v1/orgs/acme/wfhost/manifest')).status, 404)
 * ```
 */
export function createReplay(text: string): { readonly fetch: Fetch } {
  checkText(text)
  return { fetch: toFetch(replayArchive(readArchive(text))) }
}

function checkText(text: unknown): void {
  const what = 'the text of an HTTP Archive'
  const problem = isFilePath(text)
    ? `expected ${what}, found the path ${describeFound(text)}; read the file and pass its text`
    : findTextProblem(text, what)
  if (problem !== undefined) throw new MockStateError(`Cannot replay a recording: ${problem}`)
}

/** Creates a handler that responds with the recorded responses of an archive. */
export function replayArchive({ exchanges }: Archive): WebHandler {
  const recording = new Recording(exchanges)
  return async (request) => {
    const replayed = await toReplayRequest(request)
    const response = recording.takeResponse(replayed)
    if (response !== undefined) return toResponse(response)

    const reason = recording.explainMissing(replayed)
    return Response.json({ message: `${nameOf(replayed)} is not in the recording: ${reason}` }, { status: 404 })
  }
}

/** The parts of a request that are compared with the recording. */
interface ReplayRequest {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly headers: Headers
  readonly body: string
}

class Recording {
  readonly #responses = new Map<string, RecordedResponse[]>()
  /** How many complete exchanges there are by method and path. */
  readonly #counts = new Map<string, number>()
  /** Why an incomplete exchange cannot be replayed, by method and path. */
  readonly #lacking = new Map<string, string>()
  /** Archives of browsers contain no credentials, so credentials are not compared with them. */
  readonly #comparesCredentials: boolean

  constructor(exchanges: readonly RecordedExchange[]) {
    this.#comparesCredentials = exchanges.some(({ request }) => getCredentialKind(request.headers) !== 'none')
    for (const exchange of exchanges) this.#add(exchange)
  }

  /** Returns the next response to a request. The last response to the same request is never removed. */
  takeResponse(request: ReplayRequest): RecordedResponse | undefined {
    const responses = this.#responses.get(this.#identify(request)) ?? []
    return responses.length > 1 ? responses.shift() : responses[0]
  }

  explainMissing(request: ReplayRequest): string {
    const name = nameOf(request)
    const count = this.#counts.get(name) ?? 0
    if (count > 0) return `of ${count} recorded there, none has this body and such a key`
    return this.#lacking.get(name) ?? 'nothing was recorded there'
  }

  #add({ lacking, request: recorded, response }: RecordedExchange): void {
    const { body, headers, method, url } = recorded
    const request = { method, path: url.pathname + url.search, headers, body }
    const name = nameOf(request)
    if (lacking !== undefined) {
      this.#lacking.set(name, lacking)
      return
    }

    const key = this.#identify(request)
    const responses = this.#responses.get(key) ?? []
    responses.push(response)
    this.#responses.set(key, responses)
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  /** Returns a text that is equal for requests with the same response. */
  #identify(request: ReplayRequest): string {
    const credential = this.#comparesCredentials ? getCredentialKind(request.headers) : 'any'
    return [nameOf(request), credential, normalizeBody(request)].join('\n')
  }
}

/** Removes the credentials from a request, because the recording contains none. */
async function toReplayRequest(request: Request): Promise<ReplayRequest> {
  const { pathname, search } = new URL(request.url)
  const { headers, method } = request
  const exchange = {
    number: 1,
    at: '',
    durationMs: 0,
    request: { method, path: pathname + search, headers: Object.fromEntries(headers), body: await request.text() },
    violations: [],
  }
  const redacted = new GuardCredentials().redactExchange(exchange).request
  return { method, path: redacted.path, headers, body: redacted.body }
}

function nameOf({ method, path }: ReplayRequest): string {
  return `${method} ${path}`
}

function getCredentialKind(headers: Headers): 'key' | 'session' | 'none' {
  if (/^bearer +\S/i.test(headers.get('authorization') ?? '')) return 'key'
  return headers.has('cookie') ? 'session' : 'none'
}

/** Writes a body with sorted members, and the arguments of a run in sorted order, because their order has no meaning. */
function normalizeBody({ body: text, path }: ReplayRequest): string {
  const body = readJson(text)
  const [pathname = ''] = path.split('?')
  const isRun = findOperation(pathname)?.operationId === 'runPublishedWorkflow'

  const { args, ...others } = Object(body)
  if (!isRun || !Array.isArray(args)) return canonicalJson(body) ?? text
  return canonicalJson({ ...others, args: args.map(canonicalJson).toSorted() }) ?? text
}

const statusesWithoutBody = [204, 205, 304]

function toResponse({ body, headers, status }: RecordedResponse): Response {
  // Encoded, because the Response constructor adds a content type for a text.
  const content = statusesWithoutBody.includes(status) ? null : new TextEncoder().encode(body)
  return new Response(content, { status, headers })
}
