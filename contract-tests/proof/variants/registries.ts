import { createHash } from 'node:crypto'
import { contractFixtures } from '../contract-world.ts'
import {
  everywhere,
  intercept,
  isObject,
  type Json,
  onBody,
  onRequest,
  type Place,
  parseObject,
  respond,
  tokenOf,
  without,
} from '../mutants/mutant.ts'
import type { Variant } from './variant.ts'

const manifests: readonly Place[] = ['public manifest', 'organization manifest']
const { organization } = contractFixtures

/** Manifests and executions that differ where the source document is silent. */
export const registries: readonly Variant[] = [
  { variation: 'the manifest is written in snake case', subject: 'manifest', assumptions: { manifestBody: 'snake-case' } },
  { variation: 'the manifest is inside data', subject: 'manifest', assumptions: { manifestBody: 'wrapped' } },
  {
    variation: 'a wrong console session is redirected to the login page',
    subject: 'session',
    vary: intercept(['organization manifest'], async ({ headers }, { pass }) => {
      const response = await pass()
      if (response.status !== 401 || !headers.get('cookie')?.startsWith('console_session=')) return response
      return { status: 302, headers: new Headers({ location: '/login' }), text: '' }
    }),
  },
  manifest('the manifest is a list', ({ executeUrl }, sets) => sets.map((set) => ({ ...set, execute: executeUrl }))),
  manifest('the tool sets are members by name', ({ executeUrl }, sets) => ({
    executeUrl,
    toolsets: Object.fromEntries(sets.map((set) => [String(set['name']), without(set, 'id', 'name')])),
  })),
  manifest('the versions are members by number', ({ executeUrl }, sets) => ({
    executeUrl,
    toolsets: sets.map((set) => ({ name: set['name'], versions: { [String(set['version'])]: { tools: set['tools'] } } })),
  })),
  manifest('the manifest is a table of columns', ({ executeUrl }, sets) => ({
    executeUrl,
    toolsets: sets.map((set) => set['name']),
    versions: sets.map((set) => set['version']),
    tools: sets.map((set) => set['tools']),
  })),
  manifest('each tool set names the ones that go with it', (body, sets) => ({
    ...body,
    toolsets: sets.map((set) => ({ ...set, goesWith: sets.filter((other) => other !== set).map((other) => other['name']) })),
  })),
  manifest('the tools are members by name', (body, sets) => ({ ...body, toolsets: sets.map(withToolsByName) })),
  manifest('the execute reference is a path', (body) => ({ ...body, executeUrl: '/v1/public/wfhost/execute' })),
  manifest('the execute reference is relative', (body) => ({ ...body, executeUrl: '../../../../v1/public/wfhost/execute' })),
  manifest('the manifest is an OpenAPI document', ({ executeUrl }, sets) => ({
    openapi: '3.1.0',
    servers: [{ url: new URL(String(executeUrl)).origin }],
    paths: { [new URL(String(executeUrl)).pathname]: { post: {} } },
    'x-toolsets': sets,
  })),
  manifest('tool sets are named in the identifiers of steps only', ({ executeUrl }, sets) => ({
    steps: stepsOf(sets).map(({ set, tool, version }) => ({ id: `${set}.${tool}`, version, run: executeUrl })),
  })),
  manifest('a step is one text of tool set, tool and version', ({ executeUrl }, sets) => ({
    [String(executeUrl)]: stepsOf(sets).map(({ set, tool, version }) => `${set}/${tool}@${version}`),
  })),
  manifest('the execute reference is nested and has a method', ({ executeUrl, ...body }) => ({
    ...body,
    endpoints: { execute: { method: 'POST', url: executeUrl } },
  })),
  manifest('versions are written with a v', (body, sets) => ({
    ...body,
    toolsets: sets.map((set) => ({ ...set, version: `v${set['version']}` })),
  })),
  manifest('the manifest has fields that no document has', (body, sets) => ({
    ...body,
    generatedAt: '2026-01-01T00:00:00Z',
    organization: { name: 'Somebody' },
    toolsets: sets.map((set) => ({ ...set, icon: null, tags: [] })),
  })),
  manifest('the manifest lists many more tool sets', (body, sets) => ({
    ...body,
    toolsets: [...sets, ...Array.from({ length: 500 }, (_, index) => ({ id: `more-${index}`, version: '9.9.9', tools: [] }))],
  })),
  {
    variation: 'a tool set is executed for every organization, and each organization pays for its executions',
    subject: 'foreign execution',
    vary: intercept(['execute'], async (request, { pass, service }) => {
      if (tokenOf(request) !== 'host-globex-default') return pass()
      service.setCredits('globex', service.creditBalance('globex') - 1)
      return respond(200, { status: 'success', result: { sent: 'needle-7f3' } })
    }),
  },
  manifest('the tool sets come in reverse order', (body, sets) => ({ ...body, toolsets: sets.toReversed() })),
  {
    variation: 'the console session has a cookie of another name',
    subject: 'session',
    assumptions: { sessionCookie: 'session' },
    fixtures: { organization: { ...organization, sessionCookie: 'session=session-acme' } },
  },
  {
    variation: 'the console session has a header of its own',
    subject: 'session',
    vary: onRequest(['organization manifest'], ({ headers }) => {
      const changed = new Headers(headers)
      changed.set('cookie', `console_session=${headers.get('x-session')}`)
      return headers.has('x-session') ? { headers: changed } : undefined
    }),
    fixtures: { organization: { orgId: organization.orgId, key: organization.key, sessionHeader: 'X-Session: session-acme' } },
  },
  { variation: 'a foreign organization is not found', subject: 'foreign', assumptions: { foreignOrganizationStatus: 404 } },
  {
    variation: 'a key reads the manifest of its own organization under every path',
    subject: 'foreign',
    vary: onRequest(['organization manifest'], ({ headers, url }) =>
      headers.get('authorization') === 'Bearer host-globex-default'
        ? { url: new URL(url.href.replace('/acme/', '/globex/')) }
        : undefined,
    ),
  },
  {
    variation:
      'a key reads the manifest of its own organization under every path, and shares a tool set name that no fixture declares',
    subject: 'foreign',
    vary: intercept(manifests, async (request, { pass }) => {
      if (tokenOf(request) !== 'host-globex-default') return pass()
      const response = await pass({ url: new URL(request.url.href.replace('/acme/', '/globex/')) })
      const { toolsets, ...body } = parseObject(response.text) ?? {}
      const shared = { name: 'mail', version: '7.0.0', tools: [] }
      return Array.isArray(toolsets)
        ? { ...response, text: JSON.stringify({ ...body, toolsets: [...toolsets, shared] }) }
        : response
    }),
    fixtures: { otherOrganization: { ...contractFixtures.otherOrganization, notListed: ['weather'] } },
  },
  { variation: 'an unknown tool is a bad request', subject: 'unknown tool', assumptions: { unknownToolStatus: 400 } },
  { variation: 'an empty balance is forbidden', subject: 'balance', assumptions: { emptyBalanceStatus: 403 } },
  { variation: 'a failed execution is carried by 422', subject: 'failed execution', assumptions: { failedExecutionStatus: 422 } },
  {
    variation: 'a failed execution is carried by 500 without a body',
    subject: 'failed execution',
    vary: intercept(['execute'], async (_request, { pass }) => {
      const response = await pass()
      return parseObject(response.text)?.['status'] === 'failed' ? { ...response, status: 500, text: '' } : response
    }),
  },
  {
    variation: 'an execution without a published version fails with 200, and its response repeats the request',
    subject: 'failed execution',
    vary: intercept(['execute'], async (request, { pass }) =>
      tokenOf(request) === contractFixtures.nothingPublished.key
        ? respond(200, { status: 'failed', asked: parseObject(request.text) })
        : pass(),
    ),
  },
  {
    variation: 'the members of an execute request have other names',
    subject: 'execute request',
    fixtures: {
      execute: { payload: { id: 'mail/send', input: { text: 'needle-7f3' } }, expectedText: 'needle-7f3' },
      executeFailing: { id: 'mail/fail' },
      executeEnvironment: { ...contractFixtures.executeEnvironment, payload: { id: 'mail/sender' } },
      executeVersion: { ...contractFixtures.executeVersion, payload: { id: 'mail/version' } },
    },
    vary: onRequest(['execute'], ({ text }) => {
      const { id, input } = parseObject(text) ?? {}
      const [toolset, tool] = String(id).split('/')
      return { text: JSON.stringify({ toolset, tool, ...(input === undefined ? {} : { arguments: input }) }) }
    }),
  },
  executed('the response to an execution is only its output', ({ result }) => result),
  executed('the members of the response to an execution have other names', ({ result }) => ({
    ok: true,
    data: { output: [result] },
  })),
  executed('the response to an execution contains serialized JSON', ({ result }) => ({ content: JSON.stringify(result) })),
  {
    variation: 'the response to an execution is plain text with 201',
    subject: 'execute response',
    vary: intercept(['execute'], async (_request, { pass }) => {
      const response = await pass()
      const { result, status } = parseObject(response.text) ?? {}
      const headers = new Headers({ 'content-type': 'text/plain' })
      return status === 'success' ? { status: 201, headers, text: `Done: ${JSON.stringify(result)}.` } : response
    }),
  },
  {
    variation: 'the registry redirects requests from its older path',
    subject: 'older path',
    vary: (service) => ({
      ...service,
      fetch: async (request) =>
        request.url.includes('/v0/')
          ? new Response(null, { status: 308, headers: { location: request.url.replace('/v0/', '/v1/') } })
          : service.fetch(request),
    }),
  },
  {
    variation: 'the registry responds under every version in the path',
    subject: 'older path',
    vary: onRequest(['public manifest'], ({ url }) => ({ url: new URL(url.href.replace('/v0/', '/v1/')) })),
  },
  {
    variation: 'a conditional request for an unchanged manifest gets 304',
    subject: 'ETag',
    vary: intercept(['public manifest'], async ({ headers }, { pass }) => {
      const response = await pass()
      if (response.status !== 200) return response
      const tag = `"${createHash('sha256').update(response.text).digest('hex')}"`
      const sent = new Headers([...response.headers, ['etag', tag], ['cache-control', 'private, max-age=60']])
      return { ...(headers.get('if-none-match') === tag ? { status: 304, text: '' } : response), headers: sent }
    }),
  },
  {
    variation: 'a cache that has stored nothing is before each service',
    subject: 'cache',
    vary: intercept(everywhere, ({ headers }, { pass }) =>
      headers.get('cache-control') === 'only-if-cached' ? respond(504, { message: 'Nothing is stored' }) : pass(),
    ),
  },
  {
    variation: 'conditions are evaluated after the key',
    subject: 'conditions',
    vary: intercept(everywhere, async ({ headers }, { pass }) => {
      const response = await pass()
      const isRefusedByCondition = headers.has('if-match') || headers.has('if-unmodified-since')
      return response.status === 200 && isRefusedByCondition ? respond(412, { message: 'The condition is false' }) : response
    }),
  },
  {
    variation: 'the scheme of a key must be written as in the source document',
    subject: 'scheme',
    vary: intercept(everywhere, ({ headers }, { pass }) =>
      /^(bearer|BEARER) /.test(headers.get('authorization') ?? '') ? respond(401, { message: 'Bearer, please' }) : pass(),
    ),
  },
  {
    variation: 'a manifest for which nothing qualifies says so in a sentence',
    subject: 'nothing published',
    vary: intercept(['public manifest'], async (_request, { pass }) => {
      const response = await pass()
      return response.status === 400
        ? respond(400, { message: 'No published toolsets', code: 'NO_PUBLISHED_TOOLSETS' })
        : response
    }),
  },
]

function stepsOf(sets: readonly Json[]): Record<'set' | 'tool' | 'version', unknown>[] {
  return sets.flatMap(({ name, tools, version }) =>
    (Array.isArray(tools) ? tools.filter(isObject) : []).map((tool) => ({ set: name, tool: tool['name'], version })),
  )
}

function withToolsByName(set: Json): Json {
  const tools = Array.isArray(set['tools']) ? set['tools'].filter(isObject) : []
  return { ...set, tools: Object.fromEntries(tools.map((tool) => [String(tool['name']), without(tool, 'name')])) }
}

function executed(variation: string, change: (body: Json) => unknown): Variant {
  const vary = onBody(['execute'], (body) => (body['status'] === 'success' ? change(body) : body))
  return { variation, subject: 'execute response', vary }
}

function manifest(variation: string, change: (body: Json, sets: readonly Json[]) => unknown): Variant {
  const vary = onBody(manifests, (body) => {
    const sets = Array.isArray(body['toolsets']) ? body['toolsets'].filter(isObject) : []
    return change(body, sets)
  })
  return { variation, subject: 'manifest', vary }
}
