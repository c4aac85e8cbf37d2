import { contractFixtures } from '../../../../proof/contract-world.ts'
import {
  intercept,
  type Mutant,
  mutantsOf,
  onBody,
  onRequest,
  onStatus,
  type Place,
  refuse,
  respond,
  tokenOf,
  withKey,
} from '../../../../proof/mutants/mutant.ts'
import { readPlace } from '../../../../proof/mutants/parts/read-place.ts'
import { credentialForms, credentialPlaces } from '../../../catalogues/credentials.ts'

const execute = ['execute'] as const
const { organization, registry } = contractFixtures
const { expectedText, payload } = contractFixtures.executeEnvironment
const atResult = { ...contractFixtures.executeVersion, pointer: '/result' }

/** Registries that take a wrong key, or refuse it with another status. */
export const hostingKeys: readonly Mutant[] = [
  acceptsKey('the key of an execution is ignored', { at: 'execute', when: () => true }),
  acceptsKey('the key of the public manifest is ignored', { at: 'public manifest', when: () => true }),
  acceptsKey('the key of the organization manifest is ignored', { at: 'organization manifest', when: () => true }),
  acceptsKey('a key of a workflow executes tools', { at: 'execute', when: (token) => token.startsWith('key-') }),
  acceptsKey('a key of a workflow reads manifests', { at: 'public manifest', when: (token) => token.startsWith('key-') }),
  {
    defect: 'an execution finds a tool set of another organization if its own has no tool set with that name',
    foundBy: 'HOST-KEY.execute',
    fixtures: { executeVersion: atResult },
    mutate: executeWithRegistryKey('host-initech-default'),
  },
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
  ...credentialForms.map(({ description, source, write }) => ({
    defect: `a key of an execution ${description} is accepted (${source})`,
    foundBy: 'HOST-401.rewritten' as const,
    mutate: onRequest(execute, (request) =>
      request.headers.get('authorization') === write(registry.key) ? withKey(request, registry.key) : undefined,
    ),
  })),
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
  ...(['HOST-ENV.variables', 'HOST-ENV.version'] as const).map(
    (foundBy): Mutant => ({
      defect: `a key of another profile than the default executes nothing, which ${foundBy} must find`,
      foundBy,
      mutate: refuse({ at: 'execute', status: 403 }, (request) => tokenOf(request) === contractFixtures.otherEnvironment.key),
    }),
  ),
  {
    defect: 'a tool of a version that is published to another profile is executed',
    foundBy: 'HOST-ENV.tool',
    isWarned: true,
    mutate: intercept(execute, ({ text }, { pass }) => (text.includes('"recall"') ? respond(200, { result: null }) : pass())),
  },
  {
    defect: 'a tool that only another version has is executed with the payload',
    foundBy: 'HOST-ENV.tool',
    fixtures: { execute: { ...contractFixtures.execute, pointer: '/result/sent' } },
    mutate: onRequest(execute, ({ text }) => ({ text: text.replace(/"recall(-x)?"/, '"send"') })),
  },
  {
    defect: 'a version before the published version is executed',
    foundBy: 'HOST-ENV.version',
    mutate: onBody(execute, (body) => (body['result'] === '1.2.0' ? { ...body, result: '1.2.0-rc.1' } : body)),
  },
  {
    defect: 'an execution finds variables only by the name of the environment',
    foundBy: 'HOST-KEY.variables',
    fixtures: {
      executeEnvironment: {
        payload,
        expectedText: { ...expectedText, otherOrganization: 'sender-of-globex' },
        pointer: '/result',
      },
    },
    mutate: executeWithRegistryKey(contractFixtures.otherOrganization.key),
  },
  {
    defect: 'an execution shows a variable of another organization, and its text is not declared',
    foundBy: 'HOST-KEY.variables',
    isWarned: true,
    mutate: executeWithRegistryKey(contractFixtures.otherOrganization.key),
  },
  {
    defect: 'an execution finds tool sets only by their names',
    foundBy: 'HOST-KEY.execute',
    fixtures: { executeVersion: atResult },
    mutate: executeWithRegistryKey(contractFixtures.otherOrganization.key),
  },
  ...[atResult, contractFixtures.executeVersion].map((executeVersion) => ({
    defect: `an execution finds its version in a cache that a publication does not change${'pointer' in executeVersion ? '' : ', and no pointer to the version is declared'}`,
    foundBy: 'HOST-ENV.published' as const,
    isWarned: !('pointer' in executeVersion),
    remembers: true,
    fixtures: { executeVersion, publishableToolset: { toolset: 'mail', version: '1.0.0' } },
    mutate: onBody(execute, (body) => (body['result'] === '1.0.0' ? { ...body, result: '1.2.0' } : body)),
  })),
  ...[{ pointer: '/result/sent' }, {}].map((place) => ({
    defect: `a key of a profile without published versions executes a version of another profile${'pointer' in place ? '' : ', and no pointer to the version is declared'}`,
    foundBy: 'HOST-ENV.unpublished' as const,
    isWarned: !('pointer' in place),
    fixtures: { execute: { ...contractFixtures.execute, ...place } },
    mutate: executeWithRegistryKey(contractFixtures.nothingPublished.key),
  })),
  {
    defect: 'a key of a profile without published versions executes a version, and no pointer to the result is declared',
    foundBy: 'HOST-ENV.unpublished',
    fixtures: { executeVersion: atResult },
    mutate: executeWithRegistryKey(contractFixtures.nothingPublished.key),
  },
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

/** Executes each request that carries one key as if it carried the key of the registry. */
function executeWithRegistryKey(key: string): Mutant['mutate'] {
  return onRequest(execute, (request) => (tokenOf(request) === key ? withKey(request, registry.key) : undefined))
}
