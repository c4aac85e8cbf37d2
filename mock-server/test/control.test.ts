import { createMockControl, createMockHost, createSampleWorld, type MockControl, sampleKeys } from '@wfhost/mock-server'
import { createWorldSchema } from '@wfhost/mock-server/world-file'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { run } from './call-api.ts'

function surface(): { readonly control: MockControl; readonly host: ReturnType<typeof createMockHost> } {
  const host = createMockHost(createSampleWorld)
  return { host, control: createMockControl('http://localhost', { fetch: host.fetch }) }
}

async function send(host: ReturnType<typeof createMockHost>, { body, name }: { readonly name: string; readonly body: string }) {
  const response = await host.fetch(new Request(`http://localhost/__mock/operations/${name}`, { method: 'POST', body }))
  return { status: response.status, body: (await response.json()) as unknown }
}

test('a workflow can be added as data, and runs as described', async () => {
  const { control, host } = surface()
  const key = await control.addWorkflow('support', {
    flowId: 'greet',
    published: true,
    parameters: [{ name: 'name', type: 'string', required: true }],
    steps: [{ id: 'look-up', result: 'Lovelace' }],
    expression: '"Hello " + args.name + " " + steps["look-up"]',
  })
  expect(key).toBe(await control.workflowKey('greet'))
  expect(await run(host, { flowId: 'greet', key, args: { name: 'Ada' } })).toMatchObject({
    body: { result: 'Hello Ada Lovelace' },
  })
  expect(await control.addWorkflow('support', { flowId: 'later', failure: { name: 'No', value: 'no' } })).toBeUndefined()
  expect(await control.publishWorkflow('later')).toMatch(/^wfk_/)
  await expect(control.addWorkflow('support', { flowId: 'wrong', expression: '1 +' })).rejects.toThrow(
    'workflow.expression: expected an expression of JavaScript: ',
  )
  await expect(control.addWorkflow('nowhere', { flowId: 'x', result: 1 })).rejects.toThrow('no workspace has the id "nowhere"')
})

test('countRuns also counts the runs that the server has forgotten, until a reset', async () => {
  const fails = () => {
    throw new Error('No')
  }
  const workflows = [
    { flowId: 'succeeds', key: 'key-1', published: true, implementation: () => null },
    { flowId: 'fails', key: 'key-2', published: true, implementation: fails },
  ]
  const host = createMockHost(() => ({ workspaces: [{ id: 'support', workflows }] }), { maxRuns: 1 })
  for (let started = 0; started < 3; started += 1) await run(host, { flowId: 'succeeds', key: 'key-1' })
  await run(host, { flowId: 'fails', key: 'key-2' })

  expect(host.service.runs()).toHaveLength(1)
  const counted = await send(host, { name: 'countRuns', body: '{}' })
  expect(counted).toEqual({ status: 200, body: { result: { running: 0, success: 3, failed: 1 } } })

  await host.service.reset()
  const afterReset = await send(host, { name: 'countRuns', body: '{}' })
  expect(afterReset.body).toEqual({ result: { running: 0, success: 0, failed: 0 } })
})

test('a workflow that was added as data survives a reload, and is in the state', async () => {
  const { control, host } = surface()
  const key = await control.addWorkflow('support', { flowId: 'greet', published: true, result: 'Hello' })
  host.service.reload(createSampleWorld())
  expect(await run(host, { flowId: 'greet', key })).toMatchObject({ body: { result: 'Hello' } })
  const { readDescribedWorkflow } = await import('../src/world-file/read-world-file.ts')
  const { openMockHost } = await import('../src/host/create-mock-host.ts')
  const next = openMockHost(createSampleWorld, { state: host.service.state(), readWorkflow: readDescribedWorkflow })
  expect(await run(next, { flowId: 'greet', key })).toMatchObject({ body: { result: 'Hello' } })
})

test('a world file can be sent, and keeps the state that still fits', async () => {
  const { control, host } = surface()
  const key = await control.regenerateKey('echo')
  const file = (id: string): string =>
    `workspaces: [{ id: ${id}, workflows: [{ flowId: echo, key: ${sampleKeys.workflows.echo}, published: true, result: new }] }]`
  await control.reload(file('support'))
  expect(await run(host, { flowId: 'echo', key })).toMatchObject({ body: { result: 'new' } })
  expect(await control.workflowKey('slow')).toBeUndefined()
  await expect(control.reload('workspace: []')).rejects.toThrow('world.yaml:1: workspace: unknown name "workspace"')
  expect(await run(host, { flowId: 'echo', key })).toMatchObject({ status: 200 })
})

test('waits for a request that has arrived or will arrive, with a time limit', async () => {
  const { control, host } = surface()
  const waiting = control.waitForRequest({ flowId: 'echo' })
  await run(host, { flowId: 'echo', key: sampleKeys.workflows.echo, args: { text: 'a' } })
  expect(await waiting).toMatchObject({ number: 1, operation: 'runPublishedWorkflow' })
  expect(await control.waitForRequest({ args: { text: 'a' } }, { timeout: 0 })).toMatchObject({ number: 1 })
  await expect(control.waitForRequest({ flowId: 'never' }, { timeout: 5 })).rejects.toThrow(
    'Cannot wait longer: no request like {"flowId":"never"} arrived within 5 ms',
  )
})

test('explains a time limit that is too long in the words of the option', async () => {
  const { control } = surface()
  await expect(control.waitForRequest({}, { timeout: 120_000 })).rejects.toThrow(
    /^Cannot wait for a request: timeout: expected at most 60000 over HTTP, found 120000; wait again to wait longer$/,
  )
})

test.each([
  ['setCredits', '{"orgId":"acme","credits":"1"}', 'Cannot call setCredits: credits: expected a number, found "1"'],
  ['setCredits', '{"orgId":"acme"}', 'Cannot call setCredits: credits: expected a number, found nothing; add it'],
  ['setCredits', '["acme",1]', 'Cannot call setCredits: expected an object with its arguments by name: orgId, credits'],
  ['setCredits', 'acme,5', 'Cannot call setCredits: expected its arguments as JSON, found none: '],
  ['setCredits', '{"orgId":"acme","credits":1e400}', 'Cannot call setCredits: credits: expected a number, found Infinity'],
  ['runs', '{"of":1}', 'Cannot call runs: of: unknown name "of"'],
  ['runs', '[]', 'Cannot call runs: expected an object with no arguments'],
  ['registries', '{"workspaceId":"support","who":"x"}', 'who: unknown name "who"; use workspaceId, as'],
  ['waitForRequest', '{"timeoutMs":60001}', 'timeoutMs: expected at most 60000, found 60001'],
  [
    'addWorkflow',
    '{"workspaceId":"support","workflow":{"flowId":"x","result":{"deep":[1e400]}}}',
    'workflow.result.deep[0]: expected JSON, found Infinity',
  ],
])('arguments that do not fit are refused with their place: %s %s', async (...[name, body, message]) => {
  const { host } = surface()
  expect(await send(host, { name, body })).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } })
})

test('verify compares the requests with the API document, with exceptions', async () => {
  const { control, host } = surface()
  await host.fetch(new Request('http://localhost/nothing'))
  await control.addFault({ kind: 'hang' })
  await expect(control.verify()).rejects.toThrow('1. GET /nothing: the document has no such operation')
  await control.verify({ except: [{ path: '/nothing' }] })
  await expect(control.verify({ except: [{ path: '/nothing' }], everyFaultMatched: true })).rejects.toThrow(
    'fault_1: {"kind":"hang"}',
  )
})

test('null removes a limit', async () => {
  const { control, host } = surface()
  await control.setRateLimit({ requests: 0, windowMs: 1000 })
  await control.setRateLimit(undefined)
  expect(host.service.state().rateLimit.limit).toBeUndefined()
})

test('the document describes the arguments of every operation as the surface checks them', async () => {
  const { host } = surface()
  const document: unknown = await (await host.fetch(new Request('http://localhost/__mock/openapi.json'))).json()
  const ajv = new Ajv2020({ strict: false })
  const fits = (name: string, args: object): boolean => {
    const schema = Object(document).paths[`/__mock/operations/${name}`].post.requestBody.content['application/json'].schema
    return ajv.compile(schema)(args)
  }
  expect(fits('setCredits', { orgId: 'acme', credits: 1 })).toBe(true)
  expect(fits('setCredits', { orgId: 'acme', credits: '1' })).toBe(false)
  expect(fits('setCredits', { orgId: 'acme' })).toBe(false)
  expect(fits('addWorkflow', { workspaceId: 'support', workflow: { flowId: 'f', result: 1 } })).toBe(true)
  expect(fits('addWorkflow', { workspaceId: 'support', workflow: { flowId: 'f' } })).toBe(false)
  expect(fits('addFault', { kind: 'hang' })).toBe(true)
  expect(fits('runs', {})).toBe(true)
  expect(fits('runs', [])).toBe(false)
})

test('every member of a world, and every argument of an operation, is described', async () => {
  const { host } = surface()
  const document: unknown = await (await host.fetch(new Request('http://localhost/__mock/openapi.json'))).json()
  const schemas = Object.entries(Object(document).paths).flatMap(([path, item]) => {
    const body = Object(item).post?.requestBody
    return body === undefined ? [] : [[path, body.content['application/json'].schema] as const]
  })
  const bare = [['world', createWorldSchema()] as const, ...schemas].flatMap(([name, schema]) => undescribed(schema, name))
  expect(schemas.length).toBeGreaterThan(60)
  expect(bare).toEqual([])
})

function undescribed(schema: unknown, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = Object.entries(Object(schema).properties ?? {}).flatMap(([name, member]) =>
    Object(member).description === undefined && Object(member).const === undefined ? [`${place}.${name}`] : [],
  )
  return [...own, ...Object.entries(schema).flatMap(([name, member]) => undescribed(member, `${place}.${name}`))]
}

test.each([
  ['GET', 'operations/runs', 405, '/__mock/operations/runs takes POST, not GET', 'POST'],
  ['DELETE', 'worlds', 405, '/__mock/worlds takes GET, POST, not DELETE', 'GET, POST'],
  ['POST', 'worlds/mine', 405, '/__mock/worlds/mine takes PUT, DELETE, not POST', 'PUT, DELETE'],
  ['POST', 'operations/setCredit', 404, 'There is no operation "setCredit"; did you mean "setCredits"?', null],
])('%s %s responds with the available paths', async (...[method, path, status, message, allow]) => {
  const response = await surface().host.fetch(new Request(`http://localhost/__mock/${path}`, { method }))
  expect([response.status, response.headers.get('allow')]).toEqual([status, allow])
  expect(await response.json()).toEqual({ message: expect.stringContaining(message) })
})

test.each(['POST', 'PUT'])('%s refuses a body that it would ignore', async (method) => {
  const { control, host } = surface()
  const path = method === 'POST' ? 'worlds' : 'worlds/mine'
  const response = await host.fetch(new Request(`http://localhost/__mock/${path}`, { method, body: '{"id":"mine"}' }))
  const message = 'Cannot create a world: expected no body; PUT /__mock/worlds/{id} gives it an id'
  expect([response.status, await response.json()]).toEqual([400, { message }])
  expect(await control.listWorlds()).toEqual([])
})

test('redirects to the page without a slash at the end, also below the path of a proxy', async () => {
  const response = await surface().host.fetch(new Request('http://localhost/__mock'))
  expect([response.status, response.headers.get('location')]).toEqual([308, '__mock/'])
})

test('reports the URL of a world, and a host without a control surface', async () => {
  expect(() => createMockControl('http://localhost:4010/worlds/mine/')).toThrow(
    'that is a world; createMockControl("http://localhost:4010").createWorld("mine") gives its operations',
  )
  const { fetch } = createMockHost(createSampleWorld, { control: false })
  const response = await fetch(new Request('http://mock.test/__mock/operations/runs', { method: 'POST' }))
  expect([response.status, await response.json()]).toEqual([
    404,
    { message: expect.stringContaining('wfhost-mock --token opens it') },
  ])
  await expect(createMockControl('http://mock.test', { fetch }).runs()).rejects.toThrow(
    'Cannot use http://mock.test/__mock: there is no control surface; on another host than this machine the server needs a --token',
  )
})

test('exports the journal as an HTTP Archive and as commands, for a world with its own base URL', async () => {
  const { control, host } = surface()
  const world = await control.createWorld('mine')
  for (const url of ['http://localhost', world.url]) await host.fetch(new Request(`${url}/v1/public/wfhost/manifest?of=${url}`))
  for (const [below, url] of [
    ['/__mock', 'http://localhost'],
    ['/__mock/worlds/mine', world.url],
  ]) {
    const manifestUrl = `${url}/v1/public/wfhost/manifest?of=${url}`
    const har = await host.fetch(new Request(`http://localhost${below}/journal.har`))
    expect(await har.json()).toMatchObject({ log: { entries: [{ request: { url: manifestUrl }, response: { status: 401 } }] } })
    const curl = await host.fetch(new Request(`http://localhost${below}/journal.curl`))
    expect(await curl.text()).toBe(`curl '${manifestUrl}'\n`)
  }
  const missing = await host.fetch(new Request('http://localhost/__mock/worlds/other/journal.har'))
  expect([missing.status, await missing.json()]).toEqual([404, { message: 'There is no world "other"' }])
})

test.each(['journal', 'verify', 'publishWorkflow'])(
  '%s refuses a body that is not UTF-8, and does not take it as empty',
  async (name) => {
    const { host } = surface()
    const body = new Uint8Array([0x7b, 0xff, 0x7d])
    const response = await host.fetch(new Request(`http://localhost/__mock/operations/${name}`, { method: 'POST', body }))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('the body is not UTF-8') })
  },
)
