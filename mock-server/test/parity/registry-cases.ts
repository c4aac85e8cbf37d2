import { sampleKeys } from '@wfhost/mock-server'
import { bearer, type ParityCase } from './parity-case.ts'

const session = { cookie: `console_session=${sampleKeys.consoleSession}` }
const several = { cookie: `a=b; ${session.cookie}; c` }
const keyed = bearer(sampleKeys.defaultEnvironment)

function execute(
  name: string,
  given: {
    readonly body: unknown
    readonly status: number
    readonly headers?: Readonly<Record<string, string>>
    readonly before?: ParityCase['before']
  },
): ParityCase {
  const { before, body, headers = keyed, status } = given
  return {
    name,
    method: 'POST',
    path: '/v1/public/wfhost/execute',
    headers: { ...headers, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    status,
    ...(before === undefined ? {} : { before }),
  }
}

const manifest = '/v1/public/wfhost/manifest'
const organization = '/v1/orgs/acme/wfhost/manifest'
const send = { toolset: 'mail', tool: 'send' }

type Read = readonly [name: string, path: string, headers: Readonly<Record<string, string>>, status: number]

const reads: readonly Read[] = [
  ['the manifest', manifest, keyed, 200],
  ['the manifest of another environment', manifest, bearer(sampleKeys.stagingEnvironment), 200],
  ['the manifest with nothing published', manifest, bearer(sampleKeys.emptyEnvironment), 400],
  ['the manifest of another organization', manifest, bearer(sampleKeys.otherOrganization), 400],
  ['the manifest without a key', manifest, {}, 401],
  ['the manifest with a workflow key', manifest, bearer(sampleKeys.workflows.echo), 401],
  ['the manifest with a session', manifest, session, 401],
  ['the organization manifest', organization, keyed, 200],
  ['the organization manifest by session', organization, session, 200],
  ['the organization manifest by one of several cookies', organization, several, 200],
  ['the organization manifest of an empty profile', organization, bearer(sampleKeys.emptyEnvironment), 200],
  [
    'the organization manifest where nothing is published',
    '/v1/orgs/globex/wfhost/manifest',
    bearer(sampleKeys.otherOrganization),
    200,
  ],
  ['the manifest of a foreign organization', '/v1/orgs/globex/wfhost/manifest', keyed, 403],
  ['the manifest of a foreign organization by session', '/v1/orgs/globex/wfhost/manifest', session, 403],
  ['the manifest of no organization', '/v1/orgs/nobody/wfhost/manifest', keyed, 403],
  ['the organization manifest without a key', organization, {}, 401],
  ['the organization manifest by a wrong session', organization, { cookie: 'console_session=no' }, 401],
  ['the organization manifest with a workflow key', organization, bearer(sampleKeys.workflows.echo), 401],
  ['the organization manifest by a session beside a wrong key', organization, { ...bearer('wrong'), ...session }, 200],
]

const badArguments: readonly (readonly [string, unknown])[] = [
  ['none where two are required', {}],
  ['one where two are required', { to: 'a' }],
  ['a mistyped one', { to: 1, text: 'b' }],
  ['a null', { to: null, text: 'b' }],
  ['one without a parameter', { to: 'a', text: 'b', more: 1 }],
  ['a name of Object', JSON.parse('{"to":"a","text":"b","__proto__":1}')],
]

const badPayloads: readonly (readonly [string, unknown])[] = [
  ['null', 'null'],
  ['an array', []],
  ['nothing in it', {}],
  ['no tool', { toolset: 'mail' }],
  ['no tool set', { tool: 'send' }],
  ['an empty tool', { toolset: 'mail', tool: '' }],
  ['a tool that is a number', { toolset: 'mail', tool: 1 }],
  ['arguments that are an array', { ...send, arguments: [] }],
  ['arguments that are a string', { ...send, arguments: '{}' }],
  ['malformed JSON', '{"toolset":"mail"'],
]

export const registryCases: readonly ParityCase[] = [
  ...reads.map(([name, path, headers, status]): ParityCase => ({ name, method: 'GET', path, headers, status })),
  execute('a tool', { body: { ...send, arguments: { to: 'ada@example.org', text: 'Hello' } }, status: 200 }),
  execute('a tool in another environment', {
    body: { ...send, arguments: { to: 'ada@example.org', text: 'Hello' } },
    headers: bearer(sampleKeys.stagingEnvironment),
    status: 200,
  }),
  execute('a tool that fails', { body: { ...send, arguments: { to: 'full@example.org', text: '' } }, status: 200 }),
  execute('a tool without arguments', { body: { toolset: 'mail', tool: 'count' }, status: 200 }),
  ...badArguments.map(([what, given]) => execute(`arguments: ${what}`, { body: { ...send, arguments: given }, status: 400 })),
  ...badPayloads.map(([what, body]) => execute(`a payload of ${what}`, { body, status: 400 })),
  execute('an unknown tool', { body: { toolset: 'mail', tool: 'receive' }, status: 404 }),
  execute('an unknown tool set', { body: { toolset: '__proto__', tool: 'constructor' }, status: 404 }),
  execute('a tool set that is not published there', {
    body: { toolset: 'weather', tool: 'forecast', arguments: { city: 'Graz' } },
    headers: bearer(sampleKeys.stagingEnvironment),
    status: 404,
  }),
  execute('a tool without a key', { body: send, headers: {}, status: 401 }),
  execute('a tool with a workflow key', { body: send, headers: bearer(sampleKeys.workflows.echo), status: 401 }),
  execute('a tool with a session', { body: send, headers: session, status: 401 }),
  execute('a tool of another organization', { body: send, headers: bearer(sampleKeys.otherOrganization), status: 404 }),
  execute('an empty balance', {
    body: { toolset: 'mail', tool: 'count' },
    before: (service) => service.setCredits('acme', 0),
    status: 402,
  }),
  execute('404 goes before 402', { body: { toolset: 'mail', tool: 'receive' }, status: 404 }),
]
