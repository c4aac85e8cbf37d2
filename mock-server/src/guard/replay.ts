import { canonicalJson, readJson } from '../core/json.ts'
import { matchPath } from '../core/requests/paths.ts'
import { type RecordedAnswer, readArchive } from './read-archive.ts'

/**
 * Answers requests as they were answered when an HTTP Archive was recorded: by operation, workflow and arguments, in
 * whatever order; keys are not in the archive, so any key will do, and none if no request of the archive has one. Answers to the same request come in their order, and
 * the last one stays. What was not recorded gets a 404 that says so.
 *
 * @throws {Error} for what is no HTTP Archive.
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
 * const fetch = createReplay(recorded)
 * assert.equal((await fetch(new Request('http://localhost/v1/public/wfhost/manifest'))).status, 401)
 * assert.equal((await fetch(new Request('http://localhost/v1/orgs/acme/wfhost/manifest'))).status, 404)
 * ```
 */
export function createReplay(text: string): (request: Request) => Promise<Response> {
  const recorded = new Map<string, RecordedAnswer[]>()
  const paths = new Map<string, number>()
  const entries = readArchive(text).map(({ request, response }) => ({
    request,
    response,
    headers: new Headers(request.headers.map(({ name, value }): [string, string] => [name, value])),
  }))
  // What browsers export has no credentials in any request.
  const comparesKeys = entries.some(({ headers }) => presentedIn(headers) !== '')
  const keyOf = (asked: Asked): string =>
    [placeOf(asked), comparesKeys ? presentedIn(asked.headers) : '', canonical(asked)].join('\n')
  for (const { headers, request, response } of entries) {
    // There was no answer.
    if (response.status < 200) continue
    const url = new URL(request.url)
    const asked = { method: request.method, path: url.pathname + url.search, headers, body: request.postData?.text ?? '' }
    recorded.set(keyOf(asked), [...(recorded.get(keyOf(asked)) ?? []), response])
    paths.set(placeOf(asked), (paths.get(placeOf(asked)) ?? 0) + 1)
  }
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const { headers, method } = request
    const asked = { method, path: pathname + search, headers, body: await request.text() }
    const answers = recorded.get(keyOf(asked)) ?? []
    const [answer] = answers.length > 1 ? answers.splice(0, 1) : answers
    if (answer !== undefined) return responseOf(answer)
    const others = paths.get(placeOf(asked)) ?? 0
    const why =
      others === 0
        ? 'nothing was recorded there'
        : `${others} requests were recorded there, and none with this body and such a key`
    return Response.json({ message: `${placeOf(asked)} is not in the recording: ${why}` }, { status: 404 })
  }
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
}

function placeOf({ method, path }: Asked): string {
  return `${method} ${path}`
}

function presentedIn(headers: Headers): string {
  return /^bearer +\S/i.test(headers.get('authorization') ?? '') ? 'key' : headers.has('cookie') ? 'session' : ''
}

/** The body, in whatever order its members are. */
function canonical({ body, path }: Asked): string {
  const isRun = matchPath(path.split('?')[0] ?? '')?.operationId === 'runPublishedWorkflow'
  const asked = readJson(body)
  const { args, ...rest } = Object(asked)
  return canonicalJson(isRun && Array.isArray(args) ? { ...rest, args: args.map(canonicalJson).toSorted() } : asked) ?? body
}

function responseOf({ content, headers, status }: RecordedAnswer): Response {
  const body = [204, 205, 304].includes(status) ? null : content.text
  return new Response(body, { status, headers: headers.map(({ name, value }): [string, string] => [name, value]) })
}
