import type { MockService } from '@wfhost/mock-server'
import {
  intercept,
  isObject,
  type Mutant,
  type MutantRequest,
  mutantsOf,
  onRequest,
  onResponse,
  onRunBody,
  onStatus,
  parse,
  parseObject,
  refuse,
  respond,
} from '../../../../proof/mutants/mutant.ts'
import { sharesResponses } from '../../../../proof/mutants/parts/runs.ts'

const badRun = { at: ['run'], status: 400 } as const

/** Servers that accept an undocumented request, refuse a documented request, or are at another path. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf('RUN-ENDPOINT', {
    'the run endpoint does not know POST': refuse({ at: 'run', status: 405 }, ({ method }) => method === 'POST'),
    'the run endpoint is not at v2': refuse({ at: 'run', status: 404 }, ({ url }) => url.pathname.startsWith('/api/v2/')),
    'the run endpoint moves on to a path with a slash at the end': onResponse(['run'], (_given, { url }) => ({
      status: 308,
      headers: new Headers({ location: `${url}/` }),
    })),
  }),
  alsoAt('a path after published-run is ignored', /published-run\/.+$/, 'published-run'),
  alsoAt('the run endpoint is at every version', /\/api\/v1\//, '/api/v2/'),
  ...['GET', 'PUT'].map((method) => ({
    defect: `${method} runs a workflow, too`,
    foundBy: 'RUN-ENDPOINT.method' as const,
    isWarned: true,
    mutate: onRequest(['run'], (request) => (request.method === method ? asPost(request) : undefined)),
  })),
  { ...refuses('the scheme is refused in lower case', /^bearer /), isWarned: true },
  { ...refuses('the scheme is refused in upper case', /^BEARER /), isWarned: true },
  refuses('the scheme is refused in its documented case, Bearer', /^Bearer /),
  ...mutantsOf('RUN-MODE', {
    'a mode that is empty or false is left out': onMode((mode) => !mode),
    'only the beginning of a mode is checked': onMode((mode) => typeof mode === 'string' && mode.startsWith('sync')),
  }),
  ...mutantsOf('RUN-MODE.type', {
    'a mode may stand in a list': onMode((mode) => String(mode) === 'sync'),
  }),
  {
    defect: 'white space around a mode is ignored',
    foundBy: 'RUN-MODE',
    mutate: onMode((mode) => String(mode).trim() === 'sync'),
  },
  {
    defect: 'a request without a mode is refused',
    foundBy: 'RUN-MODE.omitted',
    mutate: refuse({ at: 'run', status: 400 }, ({ text }) => !('mode' in (parseObject(text) ?? {}))),
  },
  ...mutantsOf('RUN-MODE.null', {
    'a mode of null is treated as a missing mode': onMode((mode) => mode === null),
    'a mode of null is an internal error': refuse({ at: 'run', status: 500 }, ({ text }) => parseObject(text)?.['mode'] === null),
  }),
  {
    defect: 'the body starts with a notice about a missing mode before the JSON',
    foundBy: 'RUN-MODE.omitted',
    mutate: onResponse(['run'], ({ text }, request) =>
      request.text.includes('"mode"') ? undefined : { text: `Warning: no mode\n${text}` },
    ),
  },
  ...mutantsOf('RUN-MODE.object', {
    'a mode that is any object is ignored': onMode(isObject),
    'a mode that is an object is an internal error': refuse({ at: 'run', status: 500 }, ({ text }) =>
      isObject(parseObject(text)?.['mode']),
    ),
  }),
  { defect: 'an unknown mode gets 422', foundBy: 'RUN-MODE', mutate: onStatus(badRun, 422) },
  malformed('a body that is not JSON is accepted as an empty body', (text) => parse(text) === undefined),
  { ...malformed('a body in UTF-16 is read', (text) => text.startsWith('{\0'), 'RUN-MALFORMED.utf8'), isWarned: true },
  ...mutantsOf('RUN-MALFORMED', {
    'a malformed body is an internal error': onStatus(badRun, 500),
    'a malformed body gets 422': onStatus(badRun, 422),
    'only a body cut short is an internal error': intercept(['run'], ({ text }, { pass }) =>
      /[^}]$/.test(text) ? respond(500, { message: 'Unexpected end' }) : pass(),
    ),
    'a body that is not UTF-8 is an internal error': refuse({ at: 'run', status: 500 }, ({ text }) => text.startsWith('\ufffd')),
  }),
  {
    defect: 'bytes of a body that are no UTF-8 are replaced',
    foundBy: 'RUN-MALFORMED.utf8',
    isWarned: true,
    // As a text has none of them.
    mutate: onRequest(['run'], () => undefined),
  },
  {
    defect: 'a string that is not UTF-8 is an internal error',
    foundBy: 'RUN-MALFORMED.utf8',
    mutate: refuse({ at: 'run', status: 500 }, ({ text }) => text.includes('M\ufffdller')),
  },
  refusesType('a charset beside application/json is refused', /;/),
  { ...refusesType('application/json is refused in capitals', /[A-Z]{4}\b/), isWarned: true },
  refusesType('a quoted charset is refused', /"/),
  sharesResponses('a repeated run gets the response to the first run', 'RUN-ENDPOINT.again'),
]

/** The service at any path that a condition holds for. */
function alsoAt(defect: string, path: RegExp, known: string): Mutant {
  const mutate = (service: MockService): MockService => ({
    ...service,
    fetch: async (request) => {
      const { headers, method, url } = request
      if (!path.test(url)) return service.fetch(request)
      return service.fetch(new Request(url.replace(path, known), { method, headers, body: await request.text() }))
    },
  })
  return { defect, foundBy: 'RUN-ENDPOINT.path', isWarned: true, mutate }
}

function asPost({ headers, text }: MutantRequest): Partial<MutantRequest> {
  const typed = new Headers(headers)
  typed.set('content-type', 'application/json')
  return { method: 'POST', headers: typed, text: text || '{"args":[],"mode":"sync"}' }
}

function refuses(defect: string, scheme: RegExp): Mutant {
  const mutate = refuse({ at: 'run', status: 401 }, ({ headers }) => scheme.test(headers.get('authorization') ?? ''))
  return { defect, foundBy: 'RUN-AUTH', mutate }
}

function onMode(when: (mode: unknown) => boolean): Mutant['mutate'] {
  return onRunBody((body) => (when(body['mode']) ? { ...body, mode: 'sync' } : body))
}

function malformed(defect: string, when: (text: string) => boolean, foundBy: Mutant['foundBy'] = 'RUN-MALFORMED'): Mutant {
  const mutate = onRequest(['run'], ({ text }) => (when(text) ? { text: '{"args":[]}' } : undefined))
  return { defect, foundBy, mutate }
}

function refusesType(defect: string, pattern: RegExp): Mutant {
  const mutate = refuse({ at: 'run', status: 415 }, ({ headers }) => pattern.test(headers.get('content-type') ?? ''))
  return { defect, foundBy: 'RUN-CONTENT-TYPE', mutate }
}
