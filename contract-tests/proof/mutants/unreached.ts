import type { MockService } from '@wfhost/mock-server'

/** A server that is not the API, so that nothing is known of the one that is meant. */
export interface UnreachedServer {
  readonly what: string
  readonly replaceService: (service: MockService) => MockService
}

/** Whatever else may be found where the API should be. */
export const unreachedServers: readonly UnreachedServer[] = [
  // It accepts every request and answers none, so that only the timeout of the suite ends a check.
  {
    what: 'a server that never answers',
    replaceService: (service) => ({ ...service, fetch: () => new Promise<never>(() => {}) }),
  },
  {
    what: 'a port where nothing listens',
    replaceService: (service) => ({ ...service, fetch: () => Promise.reject(new TypeError('fetch failed')) }),
  },
  always('a gateway with nothing behind it', { status: 502 }),
  always('a gateway whose server is too slow', { status: 504 }),
  always('a load balancer without a healthy server', { status: 503 }),
  always('a site that redirects everything to its login page', { status: 302, location: '/login' }),
  always('a site that moves everything to HTTPS', { status: 308, location: 'https://workflows.test/' }),
  always('a site that shows one page for everything', { status: 200 }),
  always('a web server that has no such path', { status: 404 }),
  always('a site that takes no POST', { status: 405 }),
]

function always(what: string, { location, status }: { readonly status: number; readonly location?: string }): UnreachedServer {
  const headers = { 'content-type': 'text/html; charset=utf-8', ...(location === undefined ? {} : { location }) }
  const page = '<!doctype html><title>Welcome</title><h1>It works!</h1>'
  return { what, replaceService: (service) => ({ ...service, fetch: async () => new Response(page, { status, headers }) }) }
}
