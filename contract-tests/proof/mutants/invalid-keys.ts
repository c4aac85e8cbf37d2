import type { MockService } from '@wfhost/mock-server'
import {
  bearerOf,
  intercept,
  isAsync,
  type Mutant,
  type MutantRequest,
  mutantsOf,
  onRequest,
  onStatus,
  parseObject,
  refuse,
  rightKey,
  tokenOf,
  withKey,
} from './mutant.ts'

/** Servers that let a wrong or missing key run a workflow, or refuse it with another status. */
export const invalidKeys: readonly Mutant[] = [
  accepts('KEY-INVALID', 'the key of a run is not looked at', () => true),
  accepts(
    'KEY-INVALID.missing',
    'a run without an Authorization header is let in',
    ({ headers }) => !headers.has('authorization'),
  ),
  accepts('KEY-INVALID', 'a key is right when it begins with the right one', (request, key) => bearerOf(request).startsWith(key)),
  accepts(
    'KEY-INVALID',
    'a key is compared only as far as it was sent',
    (request, key) => bearerOf(request) !== '' && key.startsWith(bearerOf(request)),
  ),
  accepts('KEY-INVALID', 'the last character of a key is not looked at', (request, key) => {
    return bearerOf(request).slice(0, -1) === key.slice(0, -1)
  }),
  accepts('KEY-INVALID', 'a key is compared without regard to case', (request, key) => {
    return bearerOf(request).toLowerCase() === key.toLowerCase()
  }),
  accepts('KEY-INVALID', 'any token that looks like a word is accepted', (request) => /^[a-z]+-key$/.test(bearerOf(request))),
  accepts('KEY-INVALID', 'what follows the key is not looked at', (request, key) => {
    return authorization(request).split(' ', 2).join(' ') === `Bearer ${key}`
  }),
  accepts('KEY-INVALID.missing', 'Bearer without a key is accepted', (request) => authorization(request) === 'Bearer'),
  accepts('KEY-INVALID.scheme', 'the scheme Basic is accepted with the key as user name', (request, key) => {
    return authorization(request) === `Basic ${btoa(`${key}:`)}`
  }),
  {
    defect: 'who ran a workflow with its key is known by a cookie from then on',
    foundBy: 'KEY-INVALID.missing',
    remembers: true,
    mutate: intercept(['run'], async (request, { pass, service }) => {
      const isKnown = request.headers.get('cookie') === 'session=7'
      const given = await pass(isKnown ? withKey(request, rightKey(request, service)) : undefined)
      if (given.status === 200) given.headers.set('set-cookie', 'session=7; Path=/; HttpOnly')
      return given
    }),
  },
  accepts(
    'KEY-INVALID.scheme',
    'the scheme of the Authorization header is not looked at',
    (request, key) => tokenOf(request) === key,
  ),
  accepts(
    'KEY-INVALID.scheme',
    'the scheme Basic is accepted beside Bearer',
    (request, key) => authorization(request) === `Basic ${key}`,
  ),
  accepts(
    'KEY-INVALID.scheme',
    'the key is what begins at the eighth character of the header',
    (request, key) => authorization(request).slice('Bearer '.length) === key,
  ),
  accepts(
    'KEY-INVALID.scheme',
    'the scheme Token is accepted beside Bearer',
    (request, key) => authorization(request) === `Token ${key}`,
  ),
  accepts('KEY-INVALID.scheme', 'a key without a scheme is accepted', (request, key) => authorization(request) === key),
  scheme('any scheme whose name ends with Bearer is accepted', /^\w*bearer (.+)$/i),
  scheme('any scheme whose name begins with Bearer is accepted', /^bearer\w* (.+)$/i),
  scheme('a scheme is accepted when Bearer is a part of its name', /^\S*bearer\S* (.+)$/i),
  scheme('a colon may stand behind Bearer', /^bearer:? (.+)$/i),
  scheme('no space is needed behind Bearer', /^bearer *(.+)$/i),
  scheme('Bearer is looked for anywhere in the header', /bearer (.+)$/i),
  elsewhere('a key in the query is accepted instead of the header', ({ url }, key) => url.searchParams.get('api_key') === key),
  elsewhere('an access_token in the query is accepted instead of the header', ({ url }, key) => {
    return url.searchParams.get('access_token') === key
  }),
  elsewhere('a key in a header of its own is accepted', ({ headers }, key) => headers.get('x-api-key') === key),
  elsewhere('an api_token in the query is accepted', ({ url }, key) => url.searchParams.get('api_token') === key),
  elsewhere('a key is accepted in X-Authorization', ({ headers }, key) => headers.get('x-authorization') === `Bearer ${key}`),
  elsewhere('a key in a cookie is accepted', ({ headers }, key) => (headers.get('cookie') ?? '').includes(`token=${key}`)),
  ...['apiKey', 'api_key', 'key', 'token', 'access_token'].map((member) =>
    accepts(
      'KEY-INVALID.body',
      `a key in the body is accepted as ${member}`,
      ({ text }, key) => parseObject(text)?.[member] === key,
    ),
  ),
  rewrites('the first character of a key is not looked at', (sent, key) => sent.slice(1) === key.slice(1)),
  rewrites('only the beginning and the end of a key are looked at', (sent, key) => {
    return sent.length === key.length && sent.slice(0, 3) + sent.slice(-3) === key.slice(0, 3) + key.slice(-3)
  }),
  rewrites('a key is right when it ends with the right one', (sent, key) => sent.endsWith(key)),
  rewrites('the beginning of a key may be missing', (sent, key) => sent.length > 4 && key.endsWith(sent)),
  rewrites('the right key is looked for anywhere in what was sent', (sent, key) => sent.includes(key)),
  rewrites('a key in percent-encoding is decoded', (sent, key) => sent.startsWith('%') && decodeURIComponent(sent) === key),
  rewrites('quotation marks around a key are taken away', (sent, key) => sent === `"${key}"`),
  rewrites('single quotes around a key are taken away', (sent, key) => sent === `'${key}'`),
  rewrites('of several keys one that is right is enough', (sent, key) => sent.split(',').includes(key)),
  rewrites('of several keys the first has to be right', (sent, key) => sent.split(',')[0] === key),
  rewrites('a dot behind a key is taken away', (sent, key) => sent === `${key}.`),
  rewrites('the word undefined is taken for a key', (sent) => sent === 'undefined'),
  rewrites('the word null is taken for a key', (sent) => sent === 'null'),
  rewrites('a key is looked for with LIKE', (sent) => sent === '%'),
  rewrites('a key is a glob pattern', (sent) => sent === '*'),
  rewrites('a key in base64 is decoded', (sent, key) => sent === btoa(key)),
  rewrites('a key in hexadecimal is decoded', (sent, key) => sent === Buffer.from(key).toString('hex')),
  accepts('KEY-INVALID.rewritten', 'a key is put into a query as it is', (request) =>
    authorization(request).endsWith("' OR ''='"),
  ),
  ...(['sync', 'async'] as const).flatMap((mode) => [
    accepts('HOST-401.session', `a console session runs workflows in mode ${mode}`, (request) => {
      return (request.headers.get('cookie') ?? '').includes('session-acme') && isAsync(request) === (mode === 'async')
    }),
    accepts('KEY-INVALID.hosting', `a tool-hosting key runs workflows in mode ${mode}`, (request) => {
      return bearerOf(request).startsWith('host-') && isAsync(request) === (mode === 'async')
    }),
  ]),
  ...mutantsOf('KEY-INVALID.rewritten', {
    'a key that is not ASCII is an internal error': refuse({ at: 'run', status: 500 }, (request) =>
      /[^ -~]/.test(authorization(request)),
    ),
    'a key of many characters is an internal error': refuse(
      { at: 'run', status: 500 },
      (request) => bearerOf(request).length > 255,
    ),
  }),
  answers('an invalid key is refused with 403', 403),
  answers('an invalid key is refused with 400', 400),
  answers('an invalid key is hidden behind 404', 404),
  answers('an invalid key is an internal error', 500),
  answers('an invalid key is answered with 200 and a message', 200),
]

type Matches = (request: MutantRequest, key: string) => boolean

function accepts(foundBy: Mutant['foundBy'], defect: string, matches: Matches): Mutant {
  const change = (request: MutantRequest, service: MockService): Partial<MutantRequest> | undefined => {
    const key = rightKey(request, service)
    return key !== undefined && matches(request, key) ? withKey(request, key) : undefined
  }
  return { defect, foundBy, mutate: onRequest(['run'], change) }
}

function elsewhere(defect: string, matches: Matches): Mutant {
  return accepts(
    'KEY-INVALID.elsewhere',
    defect,
    (request, key) => !request.headers.has('authorization') && matches(request, key),
  )
}

function scheme(defect: string, pattern: RegExp): Mutant {
  return accepts('KEY-INVALID.scheme-name', defect, (request, key) => pattern.exec(authorization(request))?.[1] === key)
}

function rewrites(defect: string, matches: (sent: string, key: string) => boolean): Mutant {
  return accepts('KEY-INVALID.rewritten', defect, (request, key) => matches(bearerOf(request), key))
}

function answers(defect: string, status: number): Mutant {
  return { defect, foundBy: 'KEY-INVALID', mutate: onStatus({ at: ['run'], status: 401 }, status) }
}

function authorization({ headers }: MutantRequest): string {
  return headers.get('authorization') ?? ''
}
