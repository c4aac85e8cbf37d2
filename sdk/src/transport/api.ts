import type { paths } from '@wfhost/openapi'
import type { Client, Middleware } from 'openapi-fetch'
import { type ClientSettings, resolveCall } from '../client/settings.ts'
import { type CallInit, type Credentials, operations } from './call.ts'
import { callService } from './call-service.ts'

type Method = Exclude<keyof Client<paths>, 'request' | 'use' | 'eject'>

/** Whether a call by a method may change something, and must not act twice then. */
const CHANGES: Readonly<Record<Method, boolean>> = {
  ...{ GET: false, HEAD: false, OPTIONS: false, TRACE: false },
  ...{ PUT: true, POST: true, DELETE: true, PATCH: true },
}

type Authorize = (path: string, params: Readonly<Record<string, unknown>>) => Promise<Credentials>

/**
 * Creates the typed client of single requests. Its calls go the way that all calls go: they carry the key, keep to the
 * limits of the client, are repeated where that is safe, and reject with the errors of this package.
 */
export function createApi<Paths extends object>(client: ClientSettings, authorize: Authorize): Client<Paths & paths> {
  const { middleware } = client.shared
  const request = async (method: string, path: string, init: CallInit & { readonly signal?: AbortSignal } = {}) => {
    const known = Object.values(operations).find((each) => each.path === path && each.method === method)
    const call = {
      ...{ once: CHANGES[method as Method] ?? true, requirements: {}, ...known, method, path },
      action: `call ${method} ${path}`,
      anyBody: true,
      prepare: () => init,
      credentials: () => authorize(path, init.params?.path ?? {}),
      settings: resolveCall(client, { signal: init.signal }),
    }
    const { body, response } = await callService(call, async (answer) => answer)
    return { data: body === '' ? undefined : body, response }
  }
  const byMethod = Object.keys(CHANGES).map((method) => {
    return [method, (path: string, init?: CallInit) => request(method, path, init)] as const
  })
  const api = {
    ...(Object.fromEntries(byMethod) as Record<Method, unknown>),
    request: (method: string, path: string, init?: CallInit) => request(method.toUpperCase(), path, init),
    use: (...given: Middleware[]) => void middleware.push(...given),
    eject: (...given: Middleware[]) => {
      for (const each of given) if (middleware.includes(each)) middleware.splice(middleware.indexOf(each), 1)
    },
  } satisfies Record<keyof Client<paths>, unknown>
  return api as unknown as Client<Paths & paths>
}
