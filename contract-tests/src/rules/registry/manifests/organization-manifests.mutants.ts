import { manifestPointers } from '../../../../proof/contract-world.ts'
import {
  intercept,
  type Mutant,
  type MutantRequest,
  mutantsOf,
  onRequest,
  onResponse,
  onStatus,
  onToolsets,
  parseObject,
  refuse,
  respond,
  tokenOf,
  withKey,
} from '../../../../proof/mutants/mutant.ts'
import { addLatestTools, changesToolsets, keepsManifests, listWithdrawn } from '../../../../proof/mutants/parts/manifests.ts'
import { manifestPlaces, readsOrganization } from '../../../../proof/mutants/parts/organizations.ts'
import { listsWholeNumber, versionPlaces } from '../../../../proof/mutants/parts/whole-number-versions.ts'

const manifest = ['organization manifest'] as const

const toolless = { id: 'sketches', name: 'sketches', version: '1.0.0', tools: [] }

/** Servers whose organization manifest accepts wrong callers, or has other content. */
export const mutants: readonly Mutant[] = [
  ...versionPlaces.map(({ fixtures, how }) =>
    listsWholeNumber('ORG-FALLBACK', {
      defect: `the fallback is the first of several versions that are whole numbers${how}`,
      lists: 4,
      fixtures,
    }),
  ),
  changesToolsets(
    'ORG-CONTENT',
    'the tools of the latest version stand beside an older one, as ORG-CONTENT sees',
    addLatestTools,
  ),
  ...(['ORG-CONTENT', 'ORG-CONTENT.other-profile'] as const).map((foundBy) =>
    changesToolsets(foundBy, `the version that is listed is one that was withdrawn, as ${foundBy} sees`, listWithdrawn),
  ),
  keepsManifests('the manifest of an organization is kept for good', () => true, 'ORG-CONTENT.published'),
  {
    defect: 'the organization manifest lists a published tool set without a tool',
    foundBy: 'ORG-CONTENT',
    fixtures: manifestPointers,
    mutate: onToolsets(manifest, (sets) => [...sets, { name: 'toolless', version: '1.0.0', tools: [] }]),
  },
  ...mutantsOf('ORG-AUTH.session', {
    'a console session is refused': refuse({ at: 'organization manifest', status: 401 }, isSession),
    'a console session opens every organization': onRequest(manifest, (request) =>
      isSession(request) &&
      request.headers.get('cookie') === 'console_session=session-acme' &&
      request.url.pathname.includes('/initech/')
        ? withKey(request, 'host-initech-default')
        : undefined,
    ),
  }),
  {
    defect: 'any console session is accepted',
    foundBy: 'ORG-AUTH.wrong-session',
    mutate: onRequest(manifest, (request) => (isSession(request) ? withKey(request, 'host-acme-default') : undefined)),
  },
  ...mutantsOf('ORG-AUTH.session', {
    'a console session gets a page': intercept(manifest, async (request, { pass }) => {
      const response = await pass()
      return isSession(request) && response.status === 200
        ? { ...response, text: '<!doctype html><title>Console</title>' }
        : response
    }),
    'a console session lists every organization': intercept(manifest, async (request, { pass }) => {
      const response = await pass()
      const { toolsets } = parseObject(response.text) ?? {}
      return isSession(request) && Array.isArray(toolsets)
        ? { ...response, text: JSON.stringify({ toolsets: [...toolsets, { name: 'billing', version: '5.4.3' }] }) }
        : response
    }),
  }),
  {
    defect: 'a console session lists a version that is published to no environment profile',
    foundBy: 'ORG-AUTH.session',
    isWarned: true,
    mutate: intercept(manifest, async (request, { pass }) => {
      const response = await pass()
      return isSession(request) ? { ...response, text: response.text.replaceAll('1.2.0', '1.9.0-draft') } : response
    }),
  },
  opensShort('the beginning of a console session is accepted as the session', (session) => 'session-acme'.startsWith(session)),
  opensShort('the last character of a console session is not compared', (session) => /^session-acm.$/.test(session)),
  ...mutantsOf('ORG-AUTH.wrong-session', {
    'a wrong console session is an internal error': onStatus({ at: manifest, status: 401 }, 500),
    'a wrong console session gets a login page with 200': onResponse(manifest, ({ status }) =>
      status === 401
        ? { status: 200, headers: new Headers({ 'content-type': 'text/html' }), text: '<h1>Log in</h1>' }
        : undefined,
    ),
  }),
  ...manifestPlaces.map((place) => readsOrganization(place, { at: 'organization manifest', foundBy: 'ORG-AUTH' })),
  ...mutantsOf('ORG-AUTH', {
    'the API key of the organization is refused': refuse({ at: 'organization manifest', status: 401 }, ({ headers }) =>
      headers.has('authorization'),
    ),
    'the key of any organization opens every organization': onRequest(manifest, (request) =>
      tokenOf(request) === 'host-globex-default' && request.url.pathname.includes('/acme/')
        ? withKey(request, 'host-acme-default')
        : undefined,
    ),
  }),
  ...mutantsOf('ORG-CONTENT.other-profile', {
    'the organization manifest lists the versions of the default profile for every key': onRequest(manifest, (request) =>
      withKey(request, tokenOf(request).replace('staging', 'default')),
    ),
    'the organization manifest accepts only keys of the default profile': refuse(
      { at: 'organization manifest', status: 403 },
      (request) => tokenOf(request).endsWith('staging'),
    ),
  }),
  ...mutantsOf('ORG-CONTENT', {
    'the organization manifest leaves out private tool sets': onToolsets(manifest, (sets) =>
      sets.filter((set) => set['visibility'] !== 'private'),
    ),
    'the organization manifest lists every organization': onToolsets(manifest, (sets) => [
      ...sets,
      { id: 'billing', name: 'billing', version: '5.4.3', tools: [] },
    ]),
    'the organization manifest lists the latest version of what is published': onToolsets(manifest, (sets) =>
      sets.map((set) => (set['id'] === 'mail' ? { ...set, version: '2.0.0' } : set)),
    ),
    'the organization manifest ends after one tool set': onToolsets(manifest, (sets) => sets.slice(0, 1)),
    'the organization manifest lists tool sets without tools': onToolsets(manifest, (sets) =>
      sets.map((set) => ({ ...set, tools: [] })),
    ),
  }),
  fallback('an organization that published nothing gets 400', () => respond(400, { message: 'No published toolsets' })),
  fallback('an organization that published nothing gets an empty list', () => respond(200, { toolsets: [] })),
  fallback('an organization that published nothing gets its first version', (text) => ({
    ...respond(200, {}),
    text: text.replaceAll('0.9.1', '0.9.0'),
  })),
  fallback('an organization that published nothing gets 404', () => respond(404, { message: 'Not found' })),
  ...mutantsOf('ORG-FALLBACK.toolless', {
    'a tool set without tools is listed where nothing is published': onToolsets(manifest, (sets, { url }) =>
      url.pathname.includes('/initech/') ? [...sets, toolless] : sets,
    ),
    'a tool set without tools is listed under the identifier of a step where nothing is published': onToolsets(
      manifest,
      (sets, { url }) => (url.pathname.includes('/initech/') ? [...sets, { steps: ['sketches'] }] : sets),
    ),
  }),
  ...mutantsOf('ORG-ENDPOINT', {
    'the organization manifest is not there': refuse({ at: 'organization manifest', status: 404 }, () => true),
    'the organization manifest is a page': onResponse(manifest, () => ({ text: '<!doctype html><title>Tool sets</title>' })),
  }),
]

function isSession({ headers }: MutantRequest): boolean {
  return headers.has('cookie') && !headers.has('authorization')
}

function opensShort(defect: string, when: (session: string) => boolean): Mutant {
  const mutate = onRequest(manifest, (request) => {
    const session = /^console_session=(.+)$/.exec(request.headers.get('cookie') ?? '')?.[1] ?? ''
    const opens = isSession(request) && request.url.pathname.includes('/acme/') && when(session)
    return opens ? withKey(request, 'host-acme-default') : undefined
  })
  return { defect, foundBy: 'ORG-AUTH.wrong-session', mutate }
}

function fallback(defect: string, change: (text: string) => ReturnType<typeof respond>): Mutant {
  const mutate = intercept(manifest, async ({ url }, { pass }) => {
    const response = await pass()
    return url.pathname.includes('/initech/') ? change(response.text) : response
  })
  return { defect, foundBy: 'ORG-FALLBACK', mutate }
}
