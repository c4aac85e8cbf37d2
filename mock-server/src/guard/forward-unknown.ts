import { endExchange, reportExchange, startExchange } from '../core/requests/handle-request.ts'
import { matchPath, matchRunPath } from '../core/requests/paths.ts'
import type { PlainResponse } from '../core/requests/plain-exchange.ts'
import { toPlainRequest } from '../core/requests/web-fetch.ts'
import type { World } from '../core/world/world.ts'
import type { MockHost } from '../host/create-mock-host.ts'
import { worldIdOf } from '../host/worlds.ts'
import { forward } from './forward.ts'
import { GuardCredentials } from './guard-journal.ts'

/**
 * Answers what the world at `/` has, and forwards everything else to another server: other workflows, the tool registry
 * where the world has no organization, and paths that the document does not describe. The journal of the world has both,
 * what was forwarded without credentials.
 */
export function forwardUnknown(
  { fetch, world }: Pick<MockHost, 'fetch'> & { readonly world: World },
  upstream: string,
): (request: Request) => Promise<Response> {
  // RFC 9110, section 7.6.3: who has forwarded a request, so that one that comes back is known.
  const self = `1.1 wfhost-mock-${crypto.randomUUID()}`
  const credentials = new GuardCredentials()
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    if (pathname.startsWith('/__mock/') || worldIdOf(pathname) !== undefined || has(world, pathname)) return fetch(request)
    const received = await request.clone().arrayBuffer()
    const asked = {
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      body: new TextDecoder().decode(received),
    }
    const exchange = { number: 0, at: '', durationMs: 0, request: asked, violations: [] }
    const shown = credentials.redactExchange(exchange).request
    const ended = world.onExchange?.()
    const recorded = {
      ...startExchange(world, await toPlainRequest(request)),
      operation: matchPath(pathname)?.operationId,
      path: shown.path,
      requestHeaders: shown.headers,
      requestBody: shown.body === '' ? undefined : shown.body,
      forwarded: upstream,
    }
    world.journal.arrive(recorded)
    let shownResponse: PlainResponse | undefined
    try {
      const { headers: asking, method, signal, url } = request
      const returned = asking.get('via')?.includes(self)
      const marked = new Headers(asking)
      marked.append('via', self)
      const answer = returned
        ? Response.json({ message: `Cannot forward to ${upstream}: it leads back to this server` }, { status: 508 })
        : await forward(new Request(url, { method, headers: marked, signal }), received, { upstream })
      const { headers, status } = answer
      const body = answer instanceof Response ? new Uint8Array(await answer.arrayBuffer()) : answer.body
      const response = { status, headers: Object.fromEntries(headers), body: new TextDecoder().decode(body) }
      shownResponse = credentials.redactExchange({ ...exchange, response }).response
      return new Response(body.byteLength === 0 ? null : body, { status, headers })
    } finally {
      endExchange(world, recorded, shownResponse)
      ended?.(reportExchange(world, recorded))
    }
  }
}

function has({ organizations, workflows }: World, path: string): boolean {
  const match = matchPath(path)
  const flowId = match?.parameters.get('flowId') ?? matchRunPath(path)?.get('flowId')
  return flowId === undefined ? match !== undefined && organizations.size > 0 : workflows.has(flowId)
}
