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
  refuse,
  respond,
  rightKey,
  tokenOf,
  withKey,
} from '../../../proof/mutants/mutant.ts'
import { acceptsRun } from '../../../proof/mutants/parts/keys.ts'
import { readPlace } from '../../../proof/mutants/parts/read-place.ts'
import { otherSchemes, similarSchemes } from '../../catalogues/authorization-schemes.ts'
import { credentialForms, credentialPlaces } from '../../catalogues/credentials.ts'
import { similarKeys } from '../../catalogues/similar-keys.ts'

const otherWorkspace = 'key-ledger'

const sameWorkspace = ['key-typed', 'key-typed-twin', 'key-failing', 'key-slow']

/** Servers that let a wrong, missing or foreign key run a workflow, or refuse it with another status. */
export const mutants: readonly Mutant[] = [
  acceptsRun('KEY-INVALID', 'the key of a run is ignored', () => true),
  acceptsRun(
    'KEY-INVALID.missing',
    'a run without an Authorization header is accepted',
    ({ headers }) => !headers.has('authorization'),
  ),
  acceptsRun('KEY-INVALID', 'a text that begins with the key is accepted', (request, key) => bearerOf(request).startsWith(key)),
  acceptsRun(
    'KEY-INVALID',
    'the beginning of a key is accepted as the key',
    (request, key) => bearerOf(request) !== '' && key.startsWith(bearerOf(request)),
  ),
  acceptsRun('KEY-INVALID', 'the last character of a key is ignored', (request, key) => {
    return bearerOf(request).slice(0, -1) === key.slice(0, -1)
  }),
  acceptsRun('KEY-INVALID', 'a key is compared without regard to case', (request, key) => {
    return bearerOf(request).toLowerCase() === key.toLowerCase()
  }),
  acceptsRun('KEY-INVALID', 'any token that looks like a word is accepted', (request) => /^[a-z]+-key$/.test(bearerOf(request))),
  acceptsRun('KEY-INVALID', 'text after the key is ignored', (request, key) => {
    return authorization(request).split(' ', 2).join(' ') === `Bearer ${key}`
  }),
  acceptsRun('KEY-INVALID.missing', 'Bearer without a key is accepted', (request) => authorization(request) === 'Bearer'),
  {
    defect: 'a cookie of an earlier run with the key is accepted instead of the key',
    foundBy: 'KEY-INVALID.missing',
    needsOtherRequests: true,
    mutate: intercept(['run'], async (request, { pass, service }) => {
      const isKnown = request.headers.get('cookie') === 'session=7'
      const response = await pass(isKnown ? withKey(request, rightKey(request, service)) : undefined)
      if (response.status === 200) response.headers.set('set-cookie', 'session=7; Path=/; HttpOnly')
      return response
    }),
  },
  acceptsRun(
    'KEY-INVALID.scheme',
    'the scheme of the Authorization header is ignored',
    (request, key) => tokenOf(request) === key,
  ),
  ...otherSchemes.map((entry) => acceptsHeader('KEY-INVALID.scheme', entry)),
  ...similarSchemes.map((entry) => acceptsHeader('KEY-INVALID.scheme-name', entry)),
  ...similarKeys.map(({ description, source, write }) =>
    acceptsHeader('KEY-INVALID', { description, source, write: (key) => `Bearer ${write(key)}` }),
  ),
  scheme('any scheme whose name ends with Bearer is accepted', /^\w*bearer (.+)$/i),
  scheme('any scheme whose name begins with Bearer is accepted', /^bearer\w* (.+)$/i),
  scheme('a scheme whose name contains Bearer is accepted', /^\S*bearer\S* (.+)$/i),
  scheme('a colon may stand behind Bearer', /^bearer:? (.+)$/i),
  scheme('a key without a space after Bearer is accepted', /^bearer *(.+)$/i),
  scheme('Bearer is accepted anywhere in the header', /bearer (.+)$/i),
  ...credentialPlaces.map(({ kind, name, source }) => {
    const foundBy = kind === 'body' ? 'KEY-INVALID.body' : 'KEY-INVALID.elsewhere'
    const defect = `a key in the ${kind} is accepted as ${name} (${source})`
    return acceptsRun(
      foundBy,
      defect,
      (request, key) => !request.headers.has('authorization') && readPlace(request, { kind, name }).endsWith(key),
    )
  }),
  rewrites('the first character of a key is ignored', (sent, key) => sent.slice(1) === key.slice(1)),
  rewrites('only the beginning and the end of a key are compared', (sent, key) => {
    return sent.length === key.length && sent.slice(0, 3) + sent.slice(-3) === key.slice(0, 3) + key.slice(-3)
  }),
  rewrites('a text that ends with the key is accepted', (sent, key) => sent.endsWith(key)),
  rewrites('the beginning of a key may be missing', (sent, key) => sent.length > 4 && key.endsWith(sent)),
  rewrites('a text that contains the right key is accepted', (sent, key) => sent.includes(key)),
  rewrites('a key in percent-encoding is decoded', (sent, key) => sent.startsWith('%') && decodeURIComponent(sent) === key),
  rewrites('a list of keys is accepted if it contains the right key', (sent, key) => sent.split(',').includes(key)),
  rewrites('a list of keys is accepted if its first key is right', (sent, key) => sent.split(',')[0] === key),
  ...credentialForms.map((entry) => acceptsHeader('KEY-INVALID.rewritten', entry)),
  ...(['sync', 'async'] as const).map((mode) =>
    acceptsRun('KEY-INVALID.hosting', `a tool-hosting key runs workflows in mode ${mode}`, (request) => {
      return bearerOf(request).startsWith('host-') && isAsync(request) === (mode === 'async')
    }),
  ),
  ...mutantsOf('KEY-INVALID.rewritten', {
    'a key that is not ASCII is an internal error': refuse({ at: 'run', status: 500 }, (request) =>
      /[^ -~]/.test(authorization(request)),
    ),
    'a key of many characters is an internal error': refuse(
      { at: 'run', status: 500 },
      (request) => bearerOf(request).length > 255,
    ),
  }),
  changesStatus('an invalid key is refused with 403', 403),
  changesStatus('an invalid key is refused with 400', 400),
  changesStatus('an invalid key is hidden behind 404', 404),
  changesStatus('an invalid key is an internal error', 500),
  changesStatus('the response to an invalid key is 200 with a message', 200),
  acceptsKeys('the key of any workflow runs every workflow', [...sameWorkspace, otherWorkspace]),
  acceptsKeys('the key of a workflow runs the other workflows of its workspace', sameWorkspace),
  acceptsKeys('the key of a workflow in another workspace is accepted', [otherWorkspace]),
  acceptsKeys('the key of an archived workflow runs every other workflow', ['key-archived']),
  refusesForeign('a key without access is refused with 401', 401),
  refusesForeign('a key without access is refused with 404', 404),
  refusesForeign('a key without access is refused with 400', 400),
  {
    defect: 'a key of another workspace is refused as an invalid key',
    foundBy: 'KEY-SCOPE',
    mutate: intercept(['run'], async (request, { pass }) => {
      const response = await pass()
      return response.status === 403 && tokenOf(request) === otherWorkspace ? respond(401, { message: 'Unknown key' }) : response
    }),
  },
  {
    defect: 'a tool-hosting key runs every workflow',
    foundBy: 'KEY-INVALID.hosting',
    mutate: onRequest(['run'], (request, service) =>
      tokenOf(request).startsWith('host-') ? withKey(request, rightKey(request, service)) : undefined,
    ),
  },
]

interface WrongHeader {
  readonly description: string
  readonly source: string
  /** Writes the header Authorization. */
  readonly write: (key: string) => string
}

/** Accepts a wrong Authorization header of a catalogue. */
function acceptsHeader(foundBy: Mutant['foundBy'], { description, source, write }: WrongHeader): Mutant {
  const defect = `a key ${description} is accepted (${source})`
  return acceptsRun(foundBy, defect, (request, key) => authorization(request) === write(key))
}

function scheme(defect: string, pattern: RegExp): Mutant {
  return acceptsRun('KEY-INVALID.scheme-name', defect, (request, key) => pattern.exec(authorization(request))?.[1] === key)
}

function rewrites(defect: string, matches: (sent: string, key: string) => boolean): Mutant {
  return acceptsRun('KEY-INVALID.rewritten', defect, (request, key) => matches(bearerOf(request), key))
}

function changesStatus(defect: string, status: number): Mutant {
  return { defect, foundBy: 'KEY-INVALID', mutate: onStatus({ at: ['run'], status: 401 }, status) }
}

function authorization({ headers }: MutantRequest): string {
  return headers.get('authorization') ?? ''
}

function acceptsKeys(defect: string, keys: readonly string[]): Mutant {
  return {
    defect,
    foundBy: 'KEY-SCOPE',
    mutate: onRequest(['run'], (request, service: MockService) =>
      keys.includes(tokenOf(request)) ? withKey(request, rightKey(request, service)) : undefined,
    ),
  }
}

function refusesForeign(defect: string, status: number): Mutant {
  return { defect, foundBy: 'KEY-SCOPE', mutate: onStatus({ at: ['run'], status: 403 }, status) }
}
