import { type HttpHandler, http } from 'msw'
import { type ContractRecorder, type ContractTarget, createContractRecorder } from '../contract/record-contract.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import { evaluateCors } from '../core/requests/cors.ts'
import { followExchanges } from '../core/requests/handle-request.ts'
import { isOriginOfPage, MountedWorld, type OnUnhandledRequest } from '../core/requests/mount.ts'
import type { FetchTarget } from '../core/requests/web-fetch.ts'
import { failsRequest } from '../faults/connection-fault-error.ts'
import { validate } from '../schema/check.ts'
import { type MswOptions, mswOptionsSchema } from './msw/msw-options.ts'

export type { MswOptions } from './msw/msw-options.ts'

/**
 * Creates the handler that exposes a service through MSW, in Node and in browsers. The service can be anything with a `fetch`.
 *
 * The handler responds to the requests under the URLs of the service. It adds the cookies that a browser would send. All other
 * requests pass through. A request with a connection fault fails with a network error.
 *
 * @throws {MockStateError} for an invalid URL, and for unknown options.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService } from '@wfhost/mock-server'
 * import { createMswHandler } from '@wfhost/mock-server/msw'
 * import { setupServer } from 'msw/node'
 *
 * const network = setupServer(createMswHandler(createMockService(), { baseUrl: 'https://gateway.example/workflows' }))
 * network.listen()
 * const response = await fetch('https://gateway.example/workflows/v1/public/wfhost/manifest')
 * assert.equal(response.status, 401)
 * network.close()
 * ```
 */
export function createMswHandler(target: FetchTarget, options: MswOptions = {}): HttpHandler {
  validate(mswOptionsSchema, options, ATTEMPT)
  const { baseUrl = 'http://127.0.0.1:4010', contract, cors = false, onUnhandledRequest, registryUrl = baseUrl } = options
  const recorder = recordContract(target, contract)
  const mounts = createMounts(target, [baseUrl, registryUrl])

  return http.all(toPattern(mounts), ({ cookies, request }) => {
    const url = new URL(request.url)
    const mount = mounts.find(({ matchesUrl }) => matchesUrl(url))
    // MSW passes a request on if its handler returns nothing.
    if (mount === undefined || passesThrough(mount, { url, onUnhandledRequest })) return undefined

    const response = cors ? respondToOtherOrigin(mount, { request, cookies }) : respond(mount, { request, cookies })
    // Nothing announces the last request of a page, so the contract is written before each response.
    return recorder === undefined ? response : response.finally(recorder.flush)
  })
}

/** The beginning of the messages of errors. */
const ATTEMPT = 'make a handler for MSW'

/** Mounts the service at each URL. If one URL is below the other, the longer one comes first. */
function createMounts(target: FetchTarget, urls: readonly string[]): readonly MountedWorld[] {
  const mounts = urls.map((url) => new MountedWorld(target, { url, action: ATTEMPT }))
  return mounts.toSorted((a, b) => b.baseUrl.pathname.length - a.baseUrl.pathname.length)
}

/** Returns the pattern of the URLs at and below the mounts. */
function toPattern(mounts: readonly MountedWorld[]): RegExp {
  return new RegExp(`^(?:${mounts.map(escapeUrl).join('|')})(?:/|$)`)
}

/** Records the contract of a service. Returns undefined if the options name none. */
function recordContract(target: FetchTarget, contract: ContractTarget | undefined): ContractRecorder | undefined {
  if (contract === undefined) return undefined

  const recorder = createContractRecorder(contract)
  const isService = followExchanges(typeof target === 'function' ? target : target.fetch, recorder.onExchange)
  if (isService) return recorder
  throw new MockStateError(
    'Cannot make a handler for MSW: only a service of createMockService can write a contract, because it knows the keys to hide. Pass the service itself',
  )
}

interface RequestToJudge {
  readonly url: URL
  readonly onUnhandledRequest: OnUnhandledRequest | undefined
}

/** Whether a request is left to later handlers and to the network, because the API does not have it. */
function passesThrough(mounted: MountedWorld, { onUnhandledRequest, url }: RequestToJudge): boolean {
  const action = onUnhandledRequest ?? (mounted.sharesOriginWithPage ? 'passthrough' : 'not-found')
  return action === 'passthrough' && !mounted.isApiPath(url)
}

function escapeUrl({ baseUrl }: MountedWorld): string {
  return (baseUrl.origin + baseUrl.pathname).replace(/\/+$/, '').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

interface InterceptedRequest {
  readonly request: Request
  readonly cookies: Readonly<Record<string, string>>
}

/**
 * Responds to a page of another origin, with the headers that allow the page to read the response. A request of happy-dom
 * lacks the headers that a browser adds: the origin, and the method of a preflight.
 */
async function respondToOtherOrigin(mounted: MountedWorld, intercepted: InterceptedRequest): Promise<Response> {
  const { headers, method } = intercepted.request
  const dropped = new Map<string, string | undefined>([
    ['origin', Object(Reflect.get(globalThis, 'location')).origin],
    ['access-control-request-method', 'POST'],
  ])
  const permission = evaluateCors({ method, header: (name) => headers.get(name) ?? dropped.get(name) })
  if (permission?.isPreflight) return new Response(null, { status: 204, headers: permission.headers })
  const response = await respond(mounted, intercepted)
  if (permission === undefined || response.type === 'error') return response
  const permitted = new Response(response.body, response)
  for (const [name, value] of Object.entries(permission.headers))
    permitted.headers[name === 'vary' ? 'append' : 'set'](name, value)
  return permitted
}

/** MSW turns what a handler throws into a 500; `Response.error()` makes the request fail instead. */
async function respond(mounted: MountedWorld, { cookies, request }: InterceptedRequest): Promise<Response> {
  const sent = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  try {
    return await mounted.handle(request, sent.length === 0 ? pageCookies(request) : sent.join('; '))
  } catch (error) {
    if (request.signal.aborted || failsRequest(error)) return Response.error()
    throw error
  }
}

/**
 * The cookies that a page would send with a request. In jsdom, MSW 3 gives none (mswjs/msw#2779), and every request has the
 * credentials mode that is the default.
 */
function pageCookies({ credentials, url }: Request): string | undefined {
  const sends = credentials === 'include' || (credentials === 'same-origin' && isOriginOfPage(new URL(url)))
  const cookies: unknown = sends ? Object(Reflect.get(globalThis, 'document')).cookie : undefined
  return typeof cookies === 'string' && cookies !== '' ? cookies : undefined
}
