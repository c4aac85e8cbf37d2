import { manifestPointers } from '../contract-world.ts'
import {
  type Asked,
  answer,
  intercept,
  type Mutant,
  onAnswer,
  onRequest,
  onStatus,
  onToolSets,
  parseObject,
  refuse,
  tokenOf,
  withKey,
} from './mutant.ts'

const manifest = ['organization manifest'] as const

/** Servers whose organization manifest lets in the wrong callers, or lists something else. */
export const organizationManifests: readonly Mutant[] = [
  {
    defect: 'the organization manifest lists a published tool set without a tool',
    foundBy: 'ORG-CONTENT',
    fixtures: manifestPointers,
    mutate: onToolSets(manifest, (sets) => [...sets, { name: 'toolless', version: '1.0.0', tools: [] }]),
  },
  {
    defect: 'a console session is refused',
    foundBy: 'ORG-AUTH.session',
    mutate: refuse({ at: 'organization manifest', status: 401 }, isSession),
  },
  {
    defect: 'a console session opens every organization',
    foundBy: 'ORG-AUTH.session',
    mutate: onRequest(manifest, (asked) =>
      isSession(asked) &&
      asked.headers.get('cookie') === 'console_session=session-acme' &&
      asked.url.pathname.includes('/initech/')
        ? withKey(asked, 'host-initech-default')
        : undefined,
    ),
  },
  {
    defect: 'any console session is accepted',
    foundBy: 'ORG-AUTH.wrong-session',
    mutate: onRequest(manifest, (asked) => (isSession(asked) ? withKey(asked, 'host-acme-default') : undefined)),
  },
  {
    defect: 'a console session gets a page',
    foundBy: 'ORG-AUTH.session',
    mutate: intercept(manifest, async (asked, { pass }) => {
      const given = await pass()
      return isSession(asked) && given.status === 200 ? { ...given, text: '<!doctype html><title>Console</title>' } : given
    }),
  },
  {
    defect: 'a console session lists every organization',
    foundBy: 'ORG-AUTH.session',
    mutate: intercept(manifest, async (asked, { pass }) => {
      const given = await pass()
      const { toolsets } = parseObject(given.text) ?? {}
      return isSession(asked) && Array.isArray(toolsets)
        ? { ...given, text: JSON.stringify({ toolsets: [...toolsets, { name: 'billing', version: '5.4.3' }] }) }
        : given
    }),
  },
  opensShort('a console session is compared only as far as it was sent', (session) => 'session-acme'.startsWith(session)),
  opensShort('the last character of a console session is not looked at', (session) => /^session-acm.$/.test(session)),
  {
    defect: 'a wrong console session is an internal error',
    foundBy: 'ORG-AUTH.wrong-session',
    mutate: onStatus({ at: manifest, status: 401 }, 500),
  },
  {
    defect: 'a wrong console session gets the page to log in, with 200',
    foundBy: 'ORG-AUTH.wrong-session',
    mutate: onAnswer(manifest, ({ status }) =>
      status === 401
        ? { status: 200, headers: new Headers({ 'content-type': 'text/html' }), text: '<h1>Log in</h1>' }
        : undefined,
    ),
  },
  {
    defect: 'the API key of the organization is refused',
    foundBy: 'ORG-AUTH',
    mutate: refuse({ at: 'organization manifest', status: 401 }, ({ headers }) => headers.has('authorization')),
  },
  {
    defect: 'the key of any organization opens every organization',
    foundBy: 'ORG-AUTH',
    mutate: onRequest(manifest, (asked) =>
      tokenOf(asked) === 'host-globex-default' && asked.url.pathname.includes('/acme/')
        ? withKey(asked, 'host-acme-default')
        : undefined,
    ),
  },
  {
    defect: 'the organization manifest lists the versions of the default profile for every key',
    foundBy: 'ORG-CONTENT.other-profile',
    mutate: onRequest(manifest, (asked) => withKey(asked, tokenOf(asked).replace('staging', 'default'))),
  },
  {
    defect: 'the organization manifest takes keys of the default profile alone',
    foundBy: 'ORG-CONTENT.other-profile',
    mutate: refuse({ at: 'organization manifest', status: 403 }, (asked) => tokenOf(asked).endsWith('staging')),
  },
  {
    defect: 'the organization manifest leaves out private tool sets',
    foundBy: 'ORG-CONTENT',
    mutate: onToolSets(manifest, (sets) => sets.filter((set) => set['visibility'] !== 'private')),
  },
  {
    defect: 'the organization manifest lists every organization',
    foundBy: 'ORG-CONTENT',
    mutate: onToolSets(manifest, (sets) => [...sets, { id: 'billing', name: 'billing', version: '5.4.3', tools: [] }]),
  },
  {
    defect: 'the organization manifest lists the latest version of what is published',
    foundBy: 'ORG-CONTENT',
    mutate: onToolSets(manifest, (sets) => sets.map((set) => (set['id'] === 'mail' ? { ...set, version: '2.0.0' } : set))),
  },
  {
    defect: 'the organization manifest ends after one tool set',
    foundBy: 'ORG-CONTENT',
    mutate: onToolSets(manifest, (sets) => sets.slice(0, 1)),
  },
  {
    defect: 'the organization manifest lists tool sets without tools',
    foundBy: 'ORG-CONTENT',
    mutate: onToolSets(manifest, (sets) => sets.map((set) => ({ ...set, tools: [] }))),
  },
  fallback('an organization that published nothing gets 400', () => answer(400, { message: 'No published toolsets' })),
  fallback('an organization that published nothing gets an empty list', () => answer(200, { toolsets: [] })),
  fallback('an organization that published nothing gets its first version', (text) => ({
    ...answer(200, {}),
    text: text.replaceAll('0.9.1', '0.9.0'),
  })),
  fallback('an organization that published nothing gets 404', () => answer(404, { message: 'Not found' })),
  {
    defect: 'a tool set without tools is listed where nothing is published',
    foundBy: 'ORG-FALLBACK.toolless',
    mutate: onToolSets(manifest, (sets, { url }) => (url.pathname.includes('/initech/') ? [...sets, toolless] : sets)),
  },
  {
    defect: 'a tool set without tools is listed under the identifier of a step where nothing is published',
    foundBy: 'ORG-FALLBACK.toolless',
    mutate: onToolSets(manifest, (sets, { url }) =>
      url.pathname.includes('/initech/') ? [...sets, { steps: ['sketches'] }] : sets,
    ),
  },
  {
    defect: 'the organization manifest is not there',
    foundBy: 'ORG-ENDPOINT',
    mutate: refuse({ at: 'organization manifest', status: 404 }, () => true),
  },
  {
    defect: 'the organization manifest is a page',
    foundBy: 'ORG-ENDPOINT',
    mutate: onAnswer(manifest, () => ({ text: '<!doctype html><title>Tool sets</title>' })),
  },
]

const toolless = { id: 'sketches', name: 'sketches', version: '1.0.0', tools: [] }

function isSession({ headers }: Asked): boolean {
  return headers.has('cookie') && !headers.has('authorization')
}

function opensShort(defect: string, when: (session: string) => boolean): Mutant {
  const mutate = onRequest(manifest, (asked) => {
    const session = /^console_session=(.+)$/.exec(asked.headers.get('cookie') ?? '')?.[1] ?? ''
    const opens = isSession(asked) && asked.url.pathname.includes('/acme/') && when(session)
    return opens ? withKey(asked, 'host-acme-default') : undefined
  })
  return { defect, foundBy: 'ORG-AUTH.wrong-session', mutate }
}

function fallback(defect: string, change: (text: string) => ReturnType<typeof answer>): Mutant {
  const mutate = intercept(manifest, async ({ url }, { pass }) => {
    const given = await pass()
    return url.pathname.includes('/initech/') ? change(given.text) : given
  })
  return { defect, foundBy: 'ORG-FALLBACK', mutate }
}
