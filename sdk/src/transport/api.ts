import type { paths } from '@wfhost/openapi'
import type { Client, Middleware } from 'openapi-fetch'
import { checkPathSegment } from '../client/check-options.ts'
import { type ClientSettings, resolveCallSettings } from '../client/settings.ts'
import { operations } from '../operations/operations.ts'
import type { Call, CallInit, Credentials } from './call.ts'
import { callService } from './call-service.ts'

/** HTTP methods of requests that change nothing, so that they may be repeated. */
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE']

const HTTP_METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'POST', 'DELETE', 'PATCH'] as const

/** The options of a single request. */
type ApiRequestInit = CallInit & { readonly signal?: AbortSignal | undefined }

type Authorize = (path: string, params: Readonly<Record<string, unknown>>) => Credentials | Promise<Credentials>

/**
 * Creates the `api` of a client: an object like a client of openapi-fetch, with a function for each HTTP method, such as
 * `api.GET(path)`. With it, users send requests other than runs, for example to their own endpoints.
 *
 * It adds the key and the limits of the client to each request, retries a request where that is safe, and rejects with the errors
 * of this package.
 */
export function createApi<Paths extends object>(client: ClientSettings, authorize: Authorize): Client<Paths & paths> {
  async function send(method: string, path: string, init: ApiRequestInit = {}) {
    const call = createCall(client, { method: method.toUpperCase(), path, init, authorize })
    // The response is returned unchanged, without validation: the API document need not have a schema for this path.
    const { body, response } = await callService(call, (callResponse) => callResponse)
    // An empty body has no data, as in openapi-fetch.
    return { data: body === '' ? undefined : body, response }
  }

  const methodEntries = HTTP_METHODS.map((method) => {
    return [method, (path: string, init?: ApiRequestInit) => send(method, path, init)] as const
  })

  const api = {
    ...(Object.fromEntries(methodEntries) as Record<(typeof HTTP_METHODS)[number], unknown>),
    request: send,
    ...createMiddlewareMethods(client.shared.middleware),
  } satisfies Record<keyof Client<paths>, unknown>

  // openapi-fetch types each method by its path. One implementation for all paths cannot have such a type.
  return api as unknown as Client<Paths & paths>
}

/** Creates the methods of openapi-fetch that add middleware and remove it. */
function createMiddlewareMethods(middleware: Middleware[]) {
  return {
    use: (...handlers: Middleware[]): void => {
      middleware.push(...handlers)
    },
    eject: (...handlers: Middleware[]): void => {
      for (const handler of handlers) {
        const index = middleware.indexOf(handler)
        if (index >= 0) middleware.splice(index, 1)
      }
    },
  }
}

interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly init: ApiRequestInit
  readonly authorize: Authorize
}

/** Describes a request as a call of the client. */
function createCall(client: ClientSettings, { authorize, init, method, path }: ApiRequest): Call {
  const pathParams = init.params?.path ?? {}
  for (const [name, value] of Object.entries(pathParams)) checkPathSegment(name, String(value))

  return {
    ...findOperation(method, path),
    method,
    path,
    action: `call ${method} ${path}`,
    anyText: true,
    prepare: () => init,
    credentials: () => authorize(path, pathParams),
    settings: resolveCallSettings(client, { signal: init.signal }),
  }
}

/** Returns the documented operation of a request, or the description of an operation that the API document does not have. */
function findOperation(method: string, path: string): Pick<Call, 'operation' | 'hasEffect' | 'requirements'> {
  const documented = Object.values(operations).find((operation) => operation.method === method && operation.path === path)
  return documented ?? { requirements: {}, hasEffect: !SAFE_METHODS.includes(method) }
}
