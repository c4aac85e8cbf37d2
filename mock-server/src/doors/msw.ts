import { type HttpHandler, http } from 'msw'
import { isConnectionFault } from '../core/faults/connection-fault-error.ts'

/** What answers: a service of this package, or anything else with its `fetch`. */
export interface MswTarget {
  readonly fetch: (request: Request) => Promise<Response>
}

/** Where the service is taken to be. */
export interface MswOptions {
  /** The base address of the workflow service. @default http://127.0.0.1:4010 */
  readonly baseUrl?: string
  /** The base address of the tool registry. @default the baseUrl */
  readonly registryUrl?: string
}

/**
 * Makes the one handler that lets a service in by MSW, in Node and in browsers. It answers every request to the
 * origins of the service, unknown paths included, and lets all others pass on. A request that meets a fault of the
 * connection fails as one without network does.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService } from '@wfhost/mock-server'
 * import { createMswHandler } from '@wfhost/mock-server/msw'
 * import { setupServer } from 'msw/node'
 *
 * const network = setupServer(createMswHandler(createMockService(), { baseUrl: 'https://workflows.example' }))
 * network.listen()
 * const response = await fetch('https://workflows.example/v1/public/wfhost/manifest')
 * assert.equal(response.status, 401)
 * network.close()
 * ```
 */
export function createMswHandler(target: MswTarget, options: MswOptions = {}): HttpHandler {
  const { baseUrl = 'http://127.0.0.1:4010', registryUrl = baseUrl } = options
  const origins = [baseUrl, registryUrl].map((url) => new URL(url).origin.replaceAll(/[.[\]]/g, '\\$&'))
  return http.all(new RegExp(`^(?:${origins.join('|')})(?:/|$)`), ({ request }) => answer(target, request))
}

/** Of what a handler throws, MSW makes an answer of status 500; `Response.error()` is its sign for one that never came. */
async function answer(target: MswTarget, request: Request): Promise<Response> {
  try {
    return await target.fetch(request)
  } catch (error) {
    if (request.signal.aborted || isConnectionFault(error) || isAbort(error)) return Response.error()
    throw error
  }
}

/** Of a service that was stopped. */
function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
