import {
  type Assumptions,
  createManualClock,
  createMockService,
  createSampleWorld,
  listAssumptions,
  sampleKeys,
} from '@wfhost/mock-server'
import { document, requirements } from '@wfhost/openapi'
import { expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { assumptionOptions, defaultAssumptions } from '../src/schema/assumptions.ts'
import { run } from './call-api.ts'

const keys = sampleKeys.workflows
const host = sampleKeys.defaultEnvironment
const flows = '/api/v2/external/flows'

interface SentRequest {
  readonly path: string
  readonly key?: string
  readonly body?: unknown
  readonly cookie?: string
}

async function send(
  assumptions: Partial<Assumptions>,
  { body, cookie, key, path }: SentRequest,
): Promise<readonly [number, string, string]> {
  const service = createMockService(createSampleWorld(), { assumptions })
  service.setCredits('acme', assumptions.emptyBalanceStatus === undefined ? 1 : 0)
  const headers = {
    'content-type': 'application/json',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(cookie === undefined ? {} : { cookie }),
  }
  const init =
    body === undefined ? { headers } : { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) }
  const response = await service.fetch(new Request(`http://mock.test${path}`, init))
  return [response.status, response.headers.get('content-type') ?? '', await response.text()]
}

const data = { path: `${flows}/echo/published-run`, key: keys.echo, body: { args: [{ name: 'data', value: '{"a":1}' }] } }
const unknown = echo({ args: [{ name: 'nobody', value: 1 }] })
const twice = echo({ args: ['a', 'b'].map((value) => ({ name: 'text', value })) })
const charge = {
  path: `${flows}/charge-card/published-run`,
  key: keys['charge-card'],
  body: { args: [{ name: 'amount', value: 1 }] },
}
const started = echo({ args: [], mode: 'async' })
const keyless = { path: '/v1/public/wfhost/manifest' }
const organization = '/v1/orgs/acme/wfhost/manifest'
const rateLimit = { requests: 0, windowMs: 1 }
const failing = { toolset: 'mail', tool: 'send', arguments: { to: 'full@example.org', text: '' } }

const rows: readonly (readonly [Partial<Assumptions>, SentRequest, number, string | RegExp])[] = [
  [{ defaultMode: 'async' }, echo({ args: [] }), 200, /^\{"runId":"run_\w{12}"\}$/],
  [{ failedRunStatus: 422 }, charge, 422, '"name":"CardDeclined"'],
  [{ failedRunStatus: 500 }, charge, 500, '"name":"CardDeclined"'],
  [{}, data, 400, 'args[0].value: expected object, found string'],
  [{ serializedArgument: 'parse' }, data, 200, '"result":{"data":{"a":1}}'],
  [{}, unknown, 400, 'args[0].name'],
  [{ unknownArgument: 'ignore' }, unknown, 200, '"result":{}'],
  [{}, twice, 400, 'args[1].name: expected each argument once, found'],
  [{ repeatedArgument: 'first' }, twice, 200, '"result":{"text":"a"}'],
  [{ repeatedArgument: 'last' }, twice, 200, '"result":{"text":"b"}'],
  [{ runIdType: 'number' }, started, 200, /^\{"runId":\d+\}$/],
  [{ runIdField: 'id', asyncStatus: 202 }, started, 202, /^\{"id":"run_\w{12}"\}$/],
  [{ runIdField: 'run_id' }, started, 200, /^\{"run_id":"run_\w{12}"\}$/],
  [{ runIdField: 'executionId' }, started, 200, /^\{"executionId":"run_\w{12}"\}$/],
  [{ runRecord: 'times' }, echo({ args: [] }), 200, /"startedAt":"\d{4}-.*"endedAt":"\d{4}-/],
  [{ runErrorBody: 'error' }, unknown, 400, /^\{"error":"args/],
  [{ runErrorBody: 'nested' }, unknown, 400, /^\{"error":\{"code":400,"message":"args/],
  [{ runErrorBody: 'problem' }, unknown, 400, /^\{"type":"about:blank",.*"detail":"args/],
  [{ runErrorBody: 'text' }, unknown, 400, /^args\[0\]\.name: /],
  [{ registryErrorBody: 'error' }, keyless, 401, /^\{"error":"The API key/],
  [{ registryErrorBody: 'nested' }, keyless, 401, /^\{"error":\{"code":401,"message":"The API key/],
  [{ registryErrorBody: 'problem' }, keyless, 401, '"detail":"The API key is missing or invalid"'],
  [{ registryErrorBody: 'text' }, keyless, 401, /^The API key/],
  [{ manifestBody: 'snake-case' }, { path: '/v1/public/wfhost/manifest', key: host }, 200, /^\{"execute_url":.*"tool_sets":/],
  [{ manifestBody: 'wrapped' }, { path: '/v1/public/wfhost/manifest', key: host }, 200, /^\{"data":\{"executeUrl":/],
  [{ sessionCookie: 'session' }, { path: organization, cookie: `session=${sampleKeys.consoleSession}` }, 200, 'toolsets'],
  [{ sessionCookie: 'session' }, { path: organization, cookie: `console_session=${sampleKeys.consoleSession}` }, 401, 'key'],
  [{}, { path: organization, key: sampleKeys.stagingEnvironment }, 200, '"id":"weather"'],
  [{ organizationFallback: 'organization' }, { path: organization, key: sampleKeys.stagingEnvironment }, 200, /^(?!.*weather)/],
  [
    { organizationFallback: 'organization' },
    { path: '/v1/orgs/globex/wfhost/manifest', key: sampleKeys.otherOrganization },
    200,
    '"id":"invoices"',
  ],
  [{ foreignOrganizationStatus: 404 }, { path: '/v1/orgs/globex/wfhost/manifest', key: host }, 404, 'No access'],
  [{ unknownToolStatus: 400 }, execution({ toolset: 'x', tool: 'y' }), 400, 'No tool set x'],
  [{ emptyBalanceStatus: 403 }, execution({ toolset: 'mail', tool: 'count' }), 403, 'credits'],
  [{ failedExecutionStatus: 422 }, execution(failing), 422, '"name":"MailboxFull"'],
  [{}, draft('{'), 404, 'flowId'],
  [{ checkOrder: 'body-first' }, draft('{'), 400, 'body: expected JSON'],
  [{ checkOrder: 'limit-last', rateLimit }, draft({ args: [] }), 404, 'flowId'],
  [{ checkOrder: 'limit-last', rateLimit }, echo({ args: [] }), 429, 'limit'],
  [{ rateLimit }, draft({ args: [] }), 429, 'limit'],
  [{ statusEndpoint: 'runs' }, { path: `${flows}/echo/runs/x`, key: keys.echo }, 404, 'The workflow has no such run'],
]

test.each(rows)('assumes %j', async (...[assumptions, request, status, output]) => {
  const [actual, , text] = await send(assumptions, request)
  expect([actual, text]).toEqual([
    status,
    typeof output === 'string' ? expect.stringContaining(output) : expect.stringMatching(output),
  ])
})

test('every choice but the first is in a row, or has a test of its own', () => {
  const elsewhere = ['keyFormat', 'rateLimit', 'retryAfterFormat', 'syncTimeoutMs', 'syncTimeoutStatus']
  const describedOptions = new Set(
    rows.flatMap(([assumptions]) => Object.entries(assumptions).map(([name, value]) => `${name} ${value}`)),
  )
  const choices = Object.entries(assumptionOptions)
    .filter(([name]) => !elsewhere.includes(name))
    .flatMap(
      ([
        name,
        {
          choices: [, ...others],
        },
      ]) => others.map((choice) => `${name} ${choice}`),
    )
  expect(choices.filter((choice) => !describedOptions.has(choice))).toEqual([])
  count({ assumptions: { 'choices tested': choices.length } })
})

test('an error body that is not JSON says so in its content type', async () => {
  expect((await send({ runErrorBody: 'text' }, unknown))[1]).toBe('text/plain; charset=utf-8')
  expect((await send({ runErrorBody: 'problem' }, unknown))[1]).toBe('application/problem+json')
})

test.each([
  ['prefixed', /^wfk_[0-9a-z]{32}$/],
  ['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['hex', /^[0-9a-f]{32}$/],
] as const)('a key of format %s', (keyFormat, form) => {
  expect(createMockService(createSampleWorld(), { assumptions: { keyFormat } }).regenerateKey('echo')).toMatch(form)
})

test('RUN-STATUS-ENDPOINT: the state of a run can be requested if the assumption says so', async () => {
  const service = createMockService(createSampleWorld(), { assumptions: { statusEndpoint: 'runs' } })
  async function ask(path: string, key?: string): Promise<readonly [number, unknown]> {
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const response = await service.fetch(new Request(`http://mock.test${path}`, { headers }))
    return [response.status, await response.json()]
  }
  const init = {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.slow}`, 'content-type': 'application/json' },
    body: '{"args":[],"mode":"async"}',
  }
  await service.fetch(new Request(`http://mock.test${flows}/slow/published-run`, init))
  const runId = service.runs()[0]?.runId ?? ''
  const path = `${flows}/slow/runs/${runId}`
  expect(await ask(path, keys.slow)).toEqual([200, { runId, status: 'running' }])
  await service.waitForRuns()
  expect(await ask(path, keys.slow)).toMatchObject([200, { runId, status: 'success', result: 'worth the wait' }])
  expect(await ask(path)).toMatchObject([401, {}])
  expect(await ask(path, keys.echo)).toMatchObject([403, {}])
  expect(await ask(`${flows}/slow/runs/other`, keys.slow)).toMatchObject([404, {}])
  expect(await ask(`${flows}/slow/other/${runId}`, keys.slow)).toMatchObject([404, {}])
})

test.each([504, 408, 503] as const)(
  'RUN-TIMEOUT-FORM: a sync run that takes longer than the assumption allows is a %i, and continues',
  async (syncTimeoutStatus) => {
    const clock = createManualClock(0)
    const mock = createMockService(createSampleWorld(), { assumptions: { syncTimeoutMs: 100, syncTimeoutStatus }, clock })
    const waiting = run(mock, { flowId: 'slow', key: keys.slow })
    await clock.advance(100)
    const message = 'The workflow did not end within 100 ms'
    expect(await waiting).toMatchObject({ status: syncTimeoutStatus, body: { message } })
    await clock.advance(200)
    expect(await mock.waitForRun(mock.runs()[0]?.runId ?? '')).toMatchObject({ result: 'worth the wait' })
  },
)

test('every open question of the register and of the document has its options, and nothing else has', () => {
  const open = requirements.filter(({ evidence }) => evidence === 'N').map(({ id }) => id)
  const options = Object.values(assumptionOptions)
  expect(listAssumptions().map(({ requirement }) => requirement)).toEqual(open)
  expect([...unspecified(document)].toSorted()).toEqual([...open].toSorted())
  expect(new Set(options.map(({ requirement }) => requirement))).toEqual(new Set(open))
  count({
    assumptions: { 'open questions': open.length, 'marked in the document': unspecified(document).size, options: options.length },
  })
})

test('the default of each option is the first of several choices, except for events', () => {
  const options = Object.entries(assumptionOptions)
  expect(defaultAssumptions).toEqual(Object.fromEntries(options.map(([name, { choices }]) => [name, choices[0]])))
  expect(options.filter(([, { choices }]) => choices.length === 1).map(([name]) => name)).toEqual(['events'])
})

test('lists the assumptions of a service', () => {
  const chosen = listAssumptions({ defaultMode: 'async', syncTimeoutMs: 5 }).flatMap(({ options }) => options)
  expect(chosen).toContainEqual({ name: 'defaultMode', value: 'async', choices: ['sync', 'async'] })
  expect(chosen).toContainEqual({ name: 'syncTimeoutMs', value: 5, choices: [undefined, 30_000] })
})

function unspecified(element: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof element !== 'object' || element === null) return found
  for (const [name, member] of Object.entries(element)) {
    if (name === 'x-unspecified') for (const { requirement } of member as { requirement: string }[]) found.add(requirement)
    else unspecified(member, found)
  }
  return found
}

function echo(body: unknown): SentRequest {
  return { path: `${flows}/echo/published-run`, key: keys.echo, body }
}

function draft(body: unknown): SentRequest {
  return { ...echo(body), path: `${flows}/draft/published-run` }
}

function execution(payload: object): SentRequest {
  return { path: '/v1/public/wfhost/execute', key: host, body: payload }
}
