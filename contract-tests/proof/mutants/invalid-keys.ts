import type { MockService } from '@wfhost/mock-server'
import { credentialForms, credentialPlaces } from '../../src/catalogues/credentials.ts'
import {
  type Asked,
  bearerOf,
  intercept,
  isAsync,
  type Mutant,
  mutantsOf,
  onRequest,
  onStatus,
  refuse,
  rightKey,
  tokenOf,
  withKey,
} from './mutant.ts'
import { readPlace } from './read-place.ts'

/** Servers that let a wrong or missing key run a workflow, or refuse it with another status. */
export const invalidKeys: readonly Mutant[] = [
  accepts('KEY-INVALID', 'the key of a run is not looked at', () => true),
  accepts(
    'KEY-INVALID.missing',
    'a run without an Authorization header is let in',
    ({ headers }) => !headers.has('authorization'),
  ),
  accepts('KEY-INVALID', 'a key is right when it begins with the right one', (asked, key) => bearerOf(asked).startsWith(key)),
  accepts(
    'KEY-INVALID',
    'a key is compared only as far as it was sent',
    (asked, key) => bearerOf(asked) !== '' && key.startsWith(bearerOf(asked)),
  ),
  accepts('KEY-INVALID', 'the last character of a key is not looked at', (asked, key) => {
    return bearerOf(asked).slice(0, -1) === key.slice(0, -1)
  }),
  accepts('KEY-INVALID', 'a key is compared without regard to case', (asked, key) => {
    return bearerOf(asked).toLowerCase() === key.toLowerCase()
  }),
  accepts('KEY-INVALID', 'any token that looks like a word is accepted', (asked) => /^[a-z]+-key$/.test(bearerOf(asked))),
  accepts('KEY-INVALID', 'what follows the key is not looked at', (asked, key) => {
    return authorization(asked).split(' ', 2).join(' ') === `Bearer ${key}`
  }),
  accepts('KEY-INVALID.missing', 'Bearer without a key is accepted', (asked) => authorization(asked) === 'Bearer'),
  accepts('KEY-INVALID.scheme', 'the scheme Basic is accepted with the key as user name', (asked, key) => {
    return authorization(asked) === `Basic ${btoa(`${key}:`)}`
  }),
  {
    defect: 'who ran a workflow with its key is known by a cookie from then on',
    foundBy: 'KEY-INVALID.missing',
    remembers: true,
    mutate: intercept(['run'], async (asked, { pass, service }) => {
      const isKnown = asked.headers.get('cookie') === 'session=7'
      const given = await pass(isKnown ? withKey(asked, rightKey(asked, service)) : undefined)
      if (given.status === 200) given.headers.set('set-cookie', 'session=7; Path=/; HttpOnly')
      return given
    }),
  },
  accepts(
    'KEY-INVALID.scheme',
    'the scheme of the Authorization header is not looked at',
    (asked, key) => tokenOf(asked) === key,
  ),
  accepts(
    'KEY-INVALID.scheme',
    'the scheme Basic is accepted beside Bearer',
    (asked, key) => authorization(asked) === `Basic ${key}`,
  ),
  accepts(
    'KEY-INVALID.scheme',
    'the key is what begins at the eighth character of the header',
    (asked, key) => authorization(asked).slice('Bearer '.length) === key,
  ),
  accepts(
    'KEY-INVALID.scheme',
    'the scheme Token is accepted beside Bearer',
    (asked, key) => authorization(asked) === `Token ${key}`,
  ),
  accepts('KEY-INVALID.scheme', 'a key without a scheme is accepted', (asked, key) => authorization(asked) === key),
  scheme('any scheme whose name ends with Bearer is accepted', /^\w*bearer (.+)$/i),
  scheme('any scheme whose name begins with Bearer is accepted', /^bearer\w* (.+)$/i),
  scheme('a scheme is accepted when Bearer is a part of its name', /^\S*bearer\S* (.+)$/i),
  scheme('a colon may stand behind Bearer', /^bearer:? (.+)$/i),
  scheme('no space is needed behind Bearer', /^bearer *(.+)$/i),
  scheme('Bearer is looked for anywhere in the header', /bearer (.+)$/i),
  ...credentialPlaces.map(({ kind, name, source }) => {
    const foundBy = kind === 'body' ? 'KEY-INVALID.body' : 'KEY-INVALID.elsewhere'
    const defect = `a key in the ${kind} is accepted as ${name} (${source})`
    return accepts(
      foundBy,
      defect,
      (asked, key) => !asked.headers.has('authorization') && readPlace(asked, { kind, name }).endsWith(key),
    )
  }),
  rewrites('the first character of a key is not looked at', (sent, key) => sent.slice(1) === key.slice(1)),
  rewrites('only the beginning and the end of a key are looked at', (sent, key) => {
    return sent.length === key.length && sent.slice(0, 3) + sent.slice(-3) === key.slice(0, 3) + key.slice(-3)
  }),
  rewrites('a key is right when it ends with the right one', (sent, key) => sent.endsWith(key)),
  rewrites('the beginning of a key may be missing', (sent, key) => sent.length > 4 && key.endsWith(sent)),
  rewrites('the right key is looked for anywhere in what was sent', (sent, key) => sent.includes(key)),
  rewrites('a key in percent-encoding is decoded', (sent, key) => sent.startsWith('%') && decodeURIComponent(sent) === key),
  rewrites('of several keys one that is right is enough', (sent, key) => sent.split(',').includes(key)),
  rewrites('of several keys the first has to be right', (sent, key) => sent.split(',')[0] === key),
  ...credentialForms.map(({ description, source, write }) =>
    accepts(
      'KEY-INVALID.rewritten',
      `a key ${description} is accepted (${source})`,
      (asked, key) => authorization(asked) === write(key),
    ),
  ),
  ...(['sync', 'async'] as const).flatMap((mode) => [
    accepts('HOST-401.session', `a console session runs workflows in mode ${mode}`, (asked) => {
      return (asked.headers.get('cookie') ?? '').includes('session-acme') && isAsync(asked) === (mode === 'async')
    }),
    accepts('KEY-INVALID.hosting', `a tool-hosting key runs workflows in mode ${mode}`, (asked) => {
      return bearerOf(asked).startsWith('host-') && isAsync(asked) === (mode === 'async')
    }),
  ]),
  ...mutantsOf('KEY-INVALID.rewritten', {
    'a key that is not ASCII is an internal error': refuse({ at: 'run', status: 500 }, (asked) =>
      /[^ -~]/.test(authorization(asked)),
    ),
    'a key of many characters is an internal error': refuse({ at: 'run', status: 500 }, (asked) => bearerOf(asked).length > 255),
  }),
  answers('an invalid key is refused with 403', 403),
  answers('an invalid key is refused with 400', 400),
  answers('an invalid key is hidden behind 404', 404),
  answers('an invalid key is an internal error', 500),
  answers('an invalid key is answered with 200 and a message', 200),
]

type Matches = (asked: Asked, key: string) => boolean

function accepts(foundBy: Mutant['foundBy'], defect: string, matches: Matches): Mutant {
  const change = (asked: Asked, service: MockService): Partial<Asked> | undefined => {
    const key = rightKey(asked, service)
    return key !== undefined && matches(asked, key) ? withKey(asked, key) : undefined
  }
  return { defect, foundBy, mutate: onRequest(['run'], change) }
}

function scheme(defect: string, pattern: RegExp): Mutant {
  return accepts('KEY-INVALID.scheme-name', defect, (asked, key) => pattern.exec(authorization(asked))?.[1] === key)
}

function rewrites(defect: string, matches: (sent: string, key: string) => boolean): Mutant {
  return accepts('KEY-INVALID.rewritten', defect, (asked, key) => matches(bearerOf(asked), key))
}

function answers(defect: string, status: number): Mutant {
  return { defect, foundBy: 'KEY-INVALID', mutate: onStatus({ at: ['run'], status: 401 }, status) }
}

function authorization({ headers }: Asked): string {
  return headers.get('authorization') ?? ''
}
