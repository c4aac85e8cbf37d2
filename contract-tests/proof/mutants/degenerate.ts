import type { MockService } from '@wfhost/mock-server'
import { succeededRun } from '../../../tools/scripts/run-bodies.ts'
import { everywhere, intercept, type Mutant, type MutantResponse, onResponse, respond } from './mutant.ts'

const canned = succeededRun('done')

/** Servers that ignore the request. */
export const degenerate: readonly Mutant[] = [
  always('the server always responds with 200 and {}', { foundBy: 'RUN-SYNC-BODY', response: respond(200, {}) }),
  always('the server always responds with 200 and null', { foundBy: 'RUN-STATUS', response: respond(200, null) }),
  always('the server always responds with 200 and an empty body', {
    foundBy: 'MAN-ENDPOINT',
    response: { ...respond(200, null), text: '' },
  }),
  always('the server always responds with the same successful run', { foundBy: 'RUN-RESULT', response: respond(200, canned) }),
  always('the server that always succeeds refuses no key', { foundBy: 'KEY-INVALID', response: respond(200, canned) }),
  always('the server that always succeeds finds nothing malformed', { foundBy: 'RUN-MALFORMED', response: respond(200, canned) }),
  always('the server that always succeeds knows every workflow', { foundBy: 'FLOW-UNKNOWN', response: respond(200, canned) }),
  always('the server that always succeeds runs nothing', { foundBy: 'RUN-ASYNC-UNIQUE', response: respond(200, canned) }),
  always('the server always responds with 401', { foundBy: 'RUN-OK', response: respond(401, { message: 'Unauthorized' }) }),
  always('the server always responds with 500', { foundBy: 'ORG-ENDPOINT', response: respond(500, { message: 'Error' }) }),
  always('the server always responds with 429', {
    foundBy: 'RUN-CONTENT-TYPE',
    response: respond(429, { message: 'Slow down' }),
  }),
  {
    defect: 'every error has the status 200 and its valid body',
    foundBy: 'RUN-ARG-TYPE',
    mutate: onResponse(everywhere, () => ({ status: 200 })),
  },
  {
    defect: 'every refusal has the status 500',
    foundBy: 'KEY-SCOPE',
    mutate: onResponse(everywhere, ({ status }) => (status >= 400 ? { status: 500 } : undefined)),
  },
  {
    defect: 'every refusal has the status 400',
    foundBy: 'HOST-401',
    mutate: onResponse(everywhere, ({ status }) => (status >= 400 ? { status: 400 } : undefined)),
  },
]

function always(
  defect: string,
  { foundBy, response }: { readonly foundBy: Mutant['foundBy']; readonly response: MutantResponse },
): Mutant {
  return { defect, foundBy, mutate: intercept(everywhere, () => response) }
}

/** A server that is not the API. A run against it cannot judge the API. */
export interface AbsentServer {
  readonly what: string
  readonly replaceService: (service: MockService) => MockService
}

/** Other servers that may run at the address of the API. */
export const absentServers: readonly AbsentServer[] = [
  // It accepts every request and never responds, so only the timeout of the suite ends a check.
  {
    what: 'a server that never responds',
    replaceService: (service) => ({ ...service, fetch: () => new Promise<never>(() => {}) }),
  },
  {
    what: 'a port where nothing listens',
    replaceService: (service) => ({ ...service, fetch: () => Promise.reject(new TypeError('fetch failed')) }),
  },
  page('a gateway with nothing behind it', { status: 502 }),
  page('a gateway whose server is too slow', { status: 504 }),
  page('a load balancer without a healthy server', { status: 503 }),
  page('a site that redirects everything to its login page', { status: 302, location: '/login' }),
  page('a site that moves everything to HTTPS', { status: 308, location: 'https://workflows.test/' }),
  page('a site that shows one page for everything', { status: 200 }),
  page('a web server that has no such path', { status: 404 }),
  page('a site that takes no POST', { status: 405 }),
  other('another API, which has no such path', respond(404, { message: 'Not found' })),
]

function other(what: string, { headers, status, text }: MutantResponse): AbsentServer {
  return { what, replaceService: (service) => ({ ...service, fetch: async () => new Response(text, { status, headers }) }) }
}

function page(what: string, { location, status }: { readonly status: number; readonly location?: string }): AbsentServer {
  const headers = { 'content-type': 'text/html; charset=utf-8', ...(location === undefined ? {} : { location }) }
  const text = '<!doctype html><title>Welcome</title><h1>It works!</h1>'
  return { what, replaceService: (service) => ({ ...service, fetch: async () => new Response(text, { status, headers }) }) }
}
