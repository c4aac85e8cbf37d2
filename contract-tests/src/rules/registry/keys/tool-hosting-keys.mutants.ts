import { contractFixtures } from '../../../../proof/contract-world.ts'
import {
  intercept,
  isAsync,
  type Mutant,
  mutantsOf,
  onRequest,
  onStatus,
  type Place,
  refuse,
  respond,
  tokenOf,
  withKey,
} from '../../../../proof/mutants/mutant.ts'
import { withDefaultEnvironment } from '../../../../proof/mutants/parts/executions.ts'
import { acceptsRun } from '../../../../proof/mutants/parts/keys.ts'
import { changesToolsets, listWithdrawn, publicManifest, withManifestKey } from '../../../../proof/mutants/parts/manifests.ts'
import { readPlace } from '../../../../proof/mutants/parts/read-place.ts'
import { credentialForms, credentialPlaces } from '../../../catalogues/credentials.ts'
import { similarKeys } from '../../../catalogues/similar-keys.ts'

const execute = ['execute'] as const

const { organization, registry } = contractFixtures

/** Registries that accept a wrong key, refuse it with another status, or are at another path. */
export const mutants: readonly Mutant[] = [
  ...(['sync', 'async'] as const).map((mode) =>
    acceptsRun('HOST-401.session', `a console session runs workflows in mode ${mode}`, (request) => {
      return (request.headers.get('cookie') ?? '').includes('session-acme') && isAsync(request) === (mode === 'async')
    }),
  ),
  ...mutantsOf('HOST-KEY', {
    'the profile of the key is ignored in the manifest': withManifestKey((key) => key.replace('staging', 'default')),
    'the organization of the key is ignored in the manifest': withManifestKey((key) => key.replace('globex', 'acme')),
  }),
  ...mutantsOf('PRODUCT-SEGMENT', {
    'the product segment is not known to the execute endpoint': refuse({ at: 'execute', status: 404 }, ({ url }) =>
      url.pathname.includes('/wfhost/'),
    ),
    'the product segment is missing from the organization manifest': refuse(
      { at: 'organization manifest', status: 404 },
      ({ url }) => url.pathname.includes('/wfhost/'),
    ),
  }),
  {
    defect: 'the public manifest is at v2',
    foundBy: 'REG-VERSION',
    mutate: intercept(publicManifest, ({ url }, { pass }) => {
      if (url.pathname.startsWith('/v1/')) return respond(404, { message: 'Not found' })
      return pass({ url: new URL(url.href.replace('/v2/', '/v1/')) })
    }),
  },
  changesToolsets('HOST-ENV', 'the version that is listed is one that was withdrawn, as HOST-ENV sees', listWithdrawn),
  {
    defect: 'the manifest lists the versions of the default profile',
    foundBy: 'HOST-ENV',
    mutate: withDefaultEnvironment(['public manifest']),
  },
  acceptsKey('the key of an execution is ignored', { at: 'execute', when: () => true }),
  acceptsKey('the key of the public manifest is ignored', { at: 'public manifest', when: () => true }),
  acceptsKey('the key of the organization manifest is ignored', { at: 'organization manifest', when: () => true }),
  acceptsKey('a key of a workflow executes tools', { at: 'execute', when: (token) => token.startsWith('key-') }),
  acceptsKey('a key of a workflow reads manifests', { at: 'public manifest', when: (token) => token.startsWith('key-') }),
  acceptsKey('an execution without a key is accepted', { at: 'execute', when: (token) => token === '' }),
  acceptsKey('the key of a manifest is compared without regard to case', {
    at: 'public manifest',
    when: (token) => token.toLowerCase() === 'host-acme-default',
  }),
  acceptsKey('the last character of the key of an execution is ignored', {
    at: 'execute',
    when: (token) => token.slice(0, -1) === 'host-acme-defaul',
  }),
  acceptsKey('the end of the key of a manifest may be missing', {
    at: 'organization manifest',
    when: (token) => token === 'host-acme-defaul',
  }),
  acceptsKey('a text that begins with the key of an execution is accepted', {
    at: 'execute',
    when: (token) => token.startsWith('host-acme-default'),
  }),
  ...credentialPlaces
    .filter(({ kind }) => kind === 'header' || kind === 'cookie')
    .map(({ kind, name, source }) => ({
      defect: `a key of an execution in the ${kind} ${name} is accepted (${source})`,
      foundBy: 'HOST-401.elsewhere' as const,
      mutate: onRequest(execute, (request) => {
        const isThere = tokenOf(request) === '' && readPlace(request, { kind, name }).endsWith(registry.key)
        return isThere ? withKey(request, registry.key) : undefined
      }),
    })),
  ...credentialForms.map((entry) => acceptsHeader('HOST-401.rewritten', { ...entry, header: entry.write(registry.key) })),
  ...similarKeys.map((entry) => acceptsHeader('HOST-401', { ...entry, header: `Bearer ${entry.write(registry.key)}` })),
  {
    defect: 'text after the key of a manifest is ignored',
    foundBy: 'HOST-401',
    mutate: onRequest(['public manifest'], (request) => withKey(request, request.headers.get('authorization')?.split(' ')[1])),
  },
  ...(['public manifest', 'organization manifest', 'execute'] as const).flatMap((at) => [
    rewritesKey(`the first character of the key of the ${at} is ignored`, {
      at,
      is: (sent, key) => sent.slice(1) === key.slice(1),
    }),
    rewritesKey(`the key of the ${at} may be a part of what was sent`, { at, is: (sent, key) => sent.includes(key) }),
    rewritesKey(`a key of the ${at} in percent-encoding is decoded`, {
      at,
      is: (sent, key) => sent.startsWith('%') && decodeURIComponent(sent) === key,
    }),
    rewritesKey(`quotation marks around the key of the ${at} are removed`, { at, is: (sent, key) => sent === `"${key}"` }),
    rewritesKey(`a list of keys of the ${at} is accepted if it contains the right key`, {
      at,
      is: (sent, key) => sent.split(',').includes(key),
    }),
  ]),
  ...(['public manifest', 'execute'] as const).flatMap((at): Mutant[] => [
    {
      defect: `a console session is accepted as a key of the ${at}`,
      foundBy: 'HOST-401.session',
      mutate: onRequest([at], (request) =>
        tokenOf(request) === '' && request.headers.get('cookie') === organization.sessionCookie
          ? withKey(request, registry.key)
          : undefined,
      ),
    },
    {
      defect: `a console session is a key of the ${at}`,
      foundBy: 'HOST-401.session',
      mutate: onRequest([at], (request) => (tokenOf(request) === 'session-acme' ? withKey(request, registry.key) : undefined)),
    },
  ]),
  ...(['public manifest', 'organization manifest', 'execute'] as const).map(
    (at): Mutant => ({
      defect: `the scheme of a key of the ${at} is compared with regard to case`,
      foundBy: 'HOST-KEY.scheme',
      isWarned: true,
      mutate: refuse({ at, status: 401 }, ({ headers }) => /^(bearer|BEARER) /.test(headers.get('authorization') ?? '')),
    }),
  ),
  ...mutantsOf('HOST-401', {
    'an invalid key of an execution gets 403': onStatus({ at: execute, status: 401 }, 403),
    'an invalid key of a manifest gets 400': onStatus({ at: ['public manifest'], status: 401 }, 400),
    'a manifest request with an invalid key gets the response for no tool sets': intercept(
      ['public manifest'],
      async (_request, { pass }) => {
        const response = await pass()
        return response.status === 401 ? respond(400, { message: 'No published toolsets' }) : response
      },
    ),
  }),
]

interface WrongHeader {
  readonly description: string
  readonly source: string
  readonly header: string
}

/** Executes tools for a wrong Authorization header of a catalogue. */
function acceptsHeader(foundBy: Mutant['foundBy'], { description, header, source }: WrongHeader): Mutant {
  const mutate = onRequest(execute, (request) =>
    request.headers.get('authorization') === header ? withKey(request, registry.key) : undefined,
  )
  return { defect: `a key of an execution ${description} is accepted (${source})`, foundBy, mutate }
}

function acceptsKey(defect: string, { at, when }: { readonly at: Place; readonly when: (token: string) => boolean }): Mutant {
  const mutate = onRequest([at], (request) => (when(tokenOf(request)) ? withKey(request, 'host-acme-default') : undefined))
  return { defect, foundBy: 'HOST-401', mutate }
}

function rewritesKey(
  defect: string,
  on: {
    readonly at: Place
    readonly is: (sent: string, key: string) => boolean
  },
): Mutant {
  const { key } = registry
  const mutate = onRequest([on.at], (request) => (on.is(tokenOf(request), key) ? withKey(request, key) : undefined))
  return { defect, foundBy: 'HOST-401.rewritten', mutate }
}
