import { createManualClock, createMockService, createSampleWorld, type Profile, sampleKeys } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { run } from './call-api.ts'

const keys = sampleKeys.workflows
const host = sampleKeys.defaultEnvironment
const flows = '/api/v2/external/flows'

interface Asked {
  readonly path: string
  readonly key?: string
  readonly body?: unknown
  readonly cookie?: string
}

async function answer(profile: Partial<Profile>, { body, cookie, key, path }: Asked): Promise<readonly [number, string, string]> {
  const service = createMockService(createSampleWorld(), { profile })
  if (path.endsWith('execute')) service.setCredits('acme', 0)
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

test.each<[Partial<Profile>, Asked, number, string | RegExp]>([
  [{ defaultMode: 'async' }, echo({ args: [] }), 200, /^\{"runId":"run_\w{12}"\}$/],
  [{ failedRunStatus: 422 }, charge, 422, '"name":"CardDeclined"'],
  [{}, data, 400, 'args[0].value: expected object, found string'],
  [{ serializedArgument: 'parse' }, data, 200, '"result":{"data":{"a":1}}'],
  [{}, unknown, 400, 'args[0].name'],
  [{ unknownArgument: 'ignore' }, unknown, 200, '"result":{}'],
  [{ repeatedArgument: 'first' }, twice, 200, '"result":{"text":"a"}'],
  [{ repeatedArgument: 'last' }, twice, 200, '"result":{"text":"b"}'],
  [{ runIdType: 'number' }, started, 200, /^\{"runId":\d+\}$/],
  [{ runIdField: 'id', asyncStatus: 202 }, started, 202, /^\{"id":"run_\w{12}"\}$/],
  [{ runRecord: 'times' }, echo({ args: [] }), 200, /"startedAt":"\d{4}-.*"endedAt":"\d{4}-/],
  [{ runErrorBody: 'error' }, unknown, 400, /^\{"error":"args/],
  [{ runErrorBody: 'nested' }, unknown, 400, /^\{"error":\{"code":400,"message":"args/],
  [{ runErrorBody: 'text' }, unknown, 400, /^args\[0\]\.name: /],
  [{ registryErrorBody: 'problem' }, keyless, 401, '"detail":"The API key is missing or invalid"'],
  [{ manifestBody: 'snake-case' }, { path: '/v1/public/wfhost/manifest', key: host }, 200, /^\{"execute_url":.*"tool_sets":/],
  [{ manifestBody: 'wrapped' }, { path: '/v1/public/wfhost/manifest', key: host }, 200, /^\{"data":\{"executeUrl":/],
  [{ sessionCookie: 'session' }, { path: organization, cookie: `session=${sampleKeys.consoleSession}` }, 200, 'toolsets'],
  [{ sessionCookie: 'session' }, { path: organization, cookie: `console_session=${sampleKeys.consoleSession}` }, 401, 'key'],
  [{ foreignOrganizationStatus: 404 }, { path: '/v1/orgs/globex/wfhost/manifest', key: host }, 404, 'No access'],
  [{ unknownToolStatus: 400 }, execution('x', 'y'), 400, 'No tool set x'],
  [{ emptyBalanceStatus: 403 }, execution('mail', 'count'), 403, 'credits'],
  [{}, draft('{'), 404, 'flowId'],
  [{ checkOrder: 'body-first' }, draft('{'), 400, 'body: expected JSON'],
  [{ checkOrder: 'limit-last', rateLimit }, draft({ args: [] }), 404, 'flowId'],
  [{ checkOrder: 'limit-last', rateLimit }, echo({ args: [] }), 429, 'limit'],
  [{ rateLimit }, draft({ args: [] }), 429, 'limit'],
])('a profile of %j', async (...[profile, asked, status, shown]) => {
  const [actual, , text] = await answer(profile, asked)
  expect([actual, text]).toEqual([
    status,
    typeof shown === 'string' ? expect.stringContaining(shown) : expect.stringMatching(shown),
  ])
})

test('an error body that is no JSON says so in its content type', async () => {
  expect((await answer({ runErrorBody: 'text' }, unknown))[1]).toBe('text/plain; charset=utf-8')
  expect((await answer({ runErrorBody: 'problem' }, unknown))[1]).toBe('application/problem+json')
})

test.each([
  ['prefixed', /^wfk_[0-9a-z]{32}$/],
  ['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['hex', /^[0-9a-f]{32}$/],
] as const)('a key of format %s', (keyFormat, form) => {
  expect(createMockService(createSampleWorld(), { profile: { keyFormat } }).regenerateKey('echo')).toMatch(form)
})

test('RUN-STATUS-ENDPOINT: the state of a run can be asked for where the profile has it', async () => {
  const service = createMockService(createSampleWorld(), { profile: { statusEndpoint: 'runs' } })
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
  await service.settled()
  expect(await ask(path, keys.slow)).toMatchObject([200, { runId, status: 'success', result: 'worth the wait' }])
  expect(await ask(path)).toMatchObject([401, {}])
  expect(await ask(path, keys.echo)).toMatchObject([403, {}])
  expect(await ask(`${flows}/slow/runs/other`, keys.slow)).toMatchObject([404, {}])
  expect(await ask(`${flows}/slow/other/${runId}`, keys.slow)).toMatchObject([404, {}])
})

test('RUN-TIMEOUT-FORM: a sync run that takes longer than the profile allows is a 504, and goes on', async () => {
  const clock = createManualClock(0)
  const mock = createMockService(createSampleWorld(), { profile: { syncTimeoutMs: 100 }, clock })
  const answer = run(mock, { flowId: 'slow', key: keys.slow })
  await clock.advance(100)
  expect(await answer).toMatchObject({ status: 504, body: { message: 'The workflow did not end within 100 ms' } })
  await clock.advance(200)
  expect(await mock.awaitRun(mock.runs()[0]?.runId ?? '')).toMatchObject({ result: 'worth the wait' })
})

function echo(body: unknown): Asked {
  return { path: `${flows}/echo/published-run`, key: keys.echo, body }
}

function draft(body: unknown): Asked {
  return { ...echo(body), path: `${flows}/draft/published-run` }
}

function execution(toolset: string, tool: string): Asked {
  return { path: '/v1/public/wfhost/execute', key: host, body: { toolset, tool } }
}
