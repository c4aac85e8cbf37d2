import { canonicalJson, readJson } from '../core/json.ts'
import { findOperation } from '../core/requests/paths.ts'
import { type Fetch, toFetch, type WebHandler } from '../core/requests/web-fetch.ts'
import { GuardCredentials } from './guard-journal.ts'
import { type Archive, type RecordedAnswer, readArchive } from './read-archive.ts'

/**
 * Creates a server that answers from an HTTP Archive. It has a `fetch`, so it fits wherever a service does.
 *
 * It finds a response by operation, workflow and arguments, in any order of requests. Keys are not in the archive, so any
 * key is accepted; if no request of the archive has a key, none is needed. Several responses to one request come in their
 * order, and the last one stays. A request that was not recorded gets a 404 that says so.
 *
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
  return { fetch: toFetch(replayArchive(readArchive(text))) }
}

export function replayArchive({ exchanges }: Archive): WebHandler {
  const recorded = new Map<string, RecordedAnswer[]>()
  const paths = new Map<string, number>()
  const lacks = new Map<string, string>()
  // What browsers export has no credentials in any request.
  const comparesKeys = exchanges.some(({ request: { headers } }) => presentedIn(headers) !== '')
  const keyOf = (asked: Asked): string =>
    [placeOf(asked), comparesKeys ? presentedIn(asked.headers) : '', canonical(asked)].join('\n')
  for (const { lacking, request, response } of exchanges) {
    const asked = { ...request, path: request.url.pathname + request.url.search }
    if (lacking !== undefined) lacks.set(placeOf(asked), lacking)
    else {
      recorded.set(keyOf(asked), [...(recorded.get(keyOf(asked)) ?? []), response])
      paths.set(placeOf(asked), (paths.get(placeOf(asked)) ?? 0) + 1)
    }
  }
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const { headers, method } = request
    const asked = { headers, ...asRecorded(request, { method, path: pathname + search, body: await request.text() }) }
    const answers = recorded.get(keyOf(asked)) ?? []
    const [answer] = answers.length > 1 ? answers.splice(0, 1) : answers
    if (answer !== undefined) return responseOf(answer)
    const others = paths.get(placeOf(asked)) ?? 0
    const why =
      others === 0
        ? (lacks.get(placeOf(asked)) ?? 'nothing was recorded there')
        : `of ${others} recorded there, none has this body and such a key`
    return Response.json({ message: `${placeOf(asked)} is not in the recording: ${why}` }, { status: 404 })
  }
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
}

/** What a request has of its key elsewhere was recorded without it. */
function asRecorded({ headers }: Request, asked: Omit<Asked, 'headers'>): Omit<Asked, 'headers'> {
  const exchange = {
    number: 1,
    at: '',
    durationMs: 0,
    request: { ...asked, headers: Object.fromEntries(headers) },
    violations: [],
  }
  const { body, method, path } = new GuardCredentials().redactExchange(exchange).request
  return { body, method, path }
}

function placeOf({ method, path }: Asked): string {
  return `${method} ${path}`
}

function presentedIn(headers: Headers): string {
  return /^bearer +\S/i.test(headers.get('authorization') ?? '') ? 'key' : headers.has('cookie') ? 'session' : ''
}

/** The body, in whatever order its members are. */
function canonical({ body, path }: Asked): string {
  const isRun = findOperation(path.split('?')[0] ?? '')?.operationId === 'runPublishedWorkflow'
  const asked = readJson(body)
  const { args, ...rest } = Object(asked)
  return canonicalJson(isRun && Array.isArray(args) ? { ...rest, args: args.map(canonicalJson).toSorted() } : asked) ?? body
}

function responseOf({ body, headers, status }: RecordedAnswer): Response {
  // A text would get a content type.
  return new Response([204, 205, 304].includes(status) ? null : new TextEncoder().encode(body), { status, headers })
}
