import { readFileSync } from 'node:fs'
import { createManualClock, createMockControl, createMockHost, createMockService, type MockService } from '@wfhost/mock-server'
import { createWorldSchema, readWorldFile, WorldFileError } from '@wfhost/mock-server/world-file'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { execute, manifest, run } from './call-api.ts'

const supportDesk = readFileSync(new URL('../examples/worlds/support-desk.yaml', import.meta.url), 'utf8')

function service(text: string): MockService {
  return createMockService(readWorldFile(text).seed)
}

function workflow(more: string): string {
  return `workspaces:\n  - id: w\n    workflows:\n      - flowId: f\n        key: key-of-f\n        published: true\n${more.replaceAll(/^/gm, '        ')}\n`
}

test('the support desk runs: steps, tools through the registry, a failing step, environments', async () => {
  const desk = service(supportDesk)
  await desk.syncRegistry('desk', 'Acme')
  const args = { subject: 'My invoice', email: 'ada@acme.example' }
  expect((await run(desk, { flowId: 'answer-ticket', key: 'wfk_answer_ticket', args })).body).toMatchObject({
    status: 'success',
    result: { team: 'billing', plan: 'gold', sent: true },
    stepOutputs: {
      classify: { result: 'billing' },
      customer: { result: { region: 'eu' } },
      reply: { result: { from: 'desk@acme.example' } },
    },
  })
  expect(desk.creditBalance('acme')).toBe(498)
  expect((await run(desk, { flowId: 'close-ticket', key: 'wfk_close_ticket' })).body).toMatchObject({
    status: 'failed',
    error: { name: 'TicketLocked', traceback: expect.stringContaining('at step close') },
  })
  expect((await manifest(desk, { key: 'thk_desk_staging' })).body).toMatchObject({
    toolsets: [{ id: 'mail', version: '1.1.0' }, { id: 'customers' }],
  })
  const payload = { toolset: 'mail', tool: 'bounce' }
  expect((await execute(desk, { key: 'thk_desk_staging', payload })).body).toMatchObject({
    status: 'failed',
    error: { name: 'MailboxFull' },
  })
})

test('delays are measured by the clock of the service', async () => {
  const clock = createManualClock(0)
  const slow = createMockService(
    readWorldFile(workflow('steps:\n  - { id: wait, delayMs: 60000, result: 1 }\ndelayMs: 60000\nresult: 2')).seed,
    { clock },
  )
  const answer = run(slow, { flowId: 'f', key: 'key-of-f' })
  await clock.advance(120_000)
  expect((await answer).body).toMatchObject({ result: 2, stepOutputs: { wait: { result: 1 } } })
})

test('a profile in the file is the profile of the world', () => {
  expect(readWorldFile('profile: { defaultMode: async }').profile).toEqual({ defaultMode: 'async' })
})

test.each([
  ['workspaces: [', 'desk.yaml:1: '],
  ['workspace: []', 'desk.yaml:1: workspace: nothing is called "workspace" here; did you mean "workspaces"?'],
  [
    'workspaces:\n  - id: w\n    workflows:\n      - flowId: f',
    'desk.yaml:4: workspaces[0].workflows[0]: expected one of result, expression, failure, found none; add one',
  ],
  [workflow('result: 1\nexpression: "1"'), 'expected one of result, expression, failure, found result and expression; keep one'],
  [
    workflow('parameters:\n  - { name: a, type: strin }\nresult: 1'),
    'desk.yaml:8: workspaces[0].workflows[0].parameters[0].type: expected one of string, number, boolean, object, array, found "strin"; did you mean "string"?',
  ],
  [workflow("expression: '1 +'"), 'desk.yaml:7: workspaces[0].workflows[0].expression: expected a JSONata expression: '],
  ['organizations:\n  - id: a\n    credits: -1', 'desk.yaml:3: organizations[0].credits: expected at least 0, found -1'],
  ['organizations:\n  - name: a', 'desk.yaml:2: organizations[0]: expected "id", found none; add it'],
])('a file that is wrong says where and what to do: %j', (text, message) => {
  expect(() => readWorldFile(text, 'desk.yaml')).toThrow(WorldFileError)
  expect(() => readWorldFile(text, 'desk.yaml')).toThrow(message)
})

test('faults of the file meet requests from the start', async () => {
  const failing = service(`${workflow('result: 1')}faults: [{ kind: status, status: 503, nth: 2 }]`)
  const statuses = [await run(failing, { flowId: 'f', key: 'key-of-f' }), await run(failing, { flowId: 'f', key: 'key-of-f' })]
  expect(statuses.map(({ status }) => status)).toEqual([200, 503])
  expect(() => readWorldFile('faults: [{ kind: hangs }]')).toThrow('faults[0].kind: expected one of status, ')
  expect(() => service('faults: [{ kind: latency }]')).toThrow('Cannot add fault latency: expected a latency of ')
})

test('a world of a host begins with the registries of its file synchronized, and they are its own', async () => {
  const host = createMockHost(() => readWorldFile(supportDesk).seed)
  const world = await createMockControl('http://localhost', { fetch: host.fetch }).createWorld('own')
  expect(await world.registries('desk')).toMatchObject([
    { manifestUrl: 'http://localhost/worlds/own/v1/public/wfhost/manifest', toolSets: [{ id: 'mail' }, {}, {}] },
  ])
  const headers = { authorization: 'Bearer wfk_answer_ticket', 'content-type': 'application/json' }
  const body = '{"args":[{"name":"subject","value":"x"},{"name":"email","value":"y"}]}'
  const url = `${world.baseUrl}/api/v2/external/flows/answer-ticket/published-run`
  const answer = await host.fetch(new Request(url, { method: 'POST', headers, body }))
  expect(await answer.json()).toMatchObject({ status: 'success', result: { sent: true } })
  expect([await world.creditBalance('acme'), host.service.creditBalance('acme')]).toEqual([498, 500])
})

test('every problem has a line of its own', () => {
  expect(() => readWorldFile('a: 1\nb: 2', 'x.yaml')).toThrow(/^x\.yaml:1: a: .*\nx\.yaml:2: b: /)
})

test('JSON is read too, and names of Object are names', async () => {
  const seed = {
    workspaces: [
      { id: '__proto__', workflows: [{ flowId: 'constructor', key: 'key-of-c', published: true, result: { __proto: 1 } }] },
    ],
  }
  const world = service(JSON.stringify(seed))
  expect((await run(world, { flowId: 'constructor', key: 'key-of-c' })).body).toMatchObject({ status: 'success' })
})

test('the published schema says the same to an editor', () => {
  const validate = new Ajv2020({ strict: false }).compile(createWorldSchema())
  expect(validate(parse(supportDesk))).toBe(true)
  for (const text of ['workspace: []', 'organizations: [{ name: a }]', 'workspaces: [{ id: w, workflows: [{ flowId: f }] }]']) {
    expect(validate(parse(text))).toBe(false)
  }
})
