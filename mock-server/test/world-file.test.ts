import { readFileSync } from 'node:fs'
import { createManualClock, createMockControl, createMockHost, createMockService, type MockService } from '@wfhost/mock-server'
import { createWorldSchema, openServiceFromWorldFile, readWorldFile } from '@wfhost/mock-server/world-file'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { withSteps } from '../../tools/scripts/run-bodies.ts'
import { at, execute, manifest, run } from './call-api.ts'

const supportDesk = readFileSync(new URL('../examples/worlds/support-desk.yaml', import.meta.url), 'utf8')

function service(text: string): MockService {
  return createMockService(readWorldFile(text).seed)
}

/** A world of one workflow, which is published. */
function workflow(more: string): string {
  return `workspaces: [{ id: w, workflows: [{ flowId: f, key: key-of-f, published: true, ${more} }] }]\n`
}

test('the support desk runs: steps, tools through the registry, a failing step, environments', async () => {
  const desk = service(supportDesk)
  await desk.registries.sync('desk', 'Acme')
  const args = { subject: 'My invoice', email: 'ada@acme.example' }
  expect((await run(desk, { flowId: 'answer-ticket', key: 'wfk_answer_ticket', args })).body).toMatchObject({
    status: 'success',
    result: { team: 'billing', plan: 'gold', sent: true },
    ...withSteps({
      classify: { result: 'billing' },
      customer: { result: { region: 'eu' } },
      reply: { result: { from: 'desk@acme.example' } },
    }),
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
    readWorldFile(workflow('steps: [{ id: wait, delayMs: 60000, result: 1 }], delayMs: 60000, result: 2')).seed,
    { clock },
  )
  const response = run(slow, { flowId: 'f', key: 'key-of-f' })
  await clock.advance(120_000)
  expect((await response).body).toMatchObject({ result: 2, ...withSteps({ wait: { result: 1 } }) })
})

test('tools, steps and workflows receive their arguments as args', async () => {
  const does = `parameters: [{ name: n, type: number }], expression: '{ one: args.n }'`
  const world = service(`
organizations:
  - id: acme
    credits: 9
    environments: [{ name: default }]
    toolHostingKeys: [{ name: K, environment: default, key: thk }]
    toolsets: [{ id: crm, published: { default: 1.0.0 }, versions: [{ version: 1.0.0, tools: [{ name: find, ${does} }] }] }]
${workflow(`${does}, steps: [{ id: s, expression: '{ one: args.n }' }]`)}`)
  const seen = { one: 7 }
  expect((await run(world, { flowId: 'f', key: 'key-of-f', args: { n: 7 } })).body).toMatchObject({
    result: seen,
    ...withSteps({ s: { result: seen } }),
  })
  const payload = { toolset: 'crm', tool: 'find', arguments: { n: 7 } }
  expect((await execute(world, { key: 'thk', payload })).body).toMatchObject({ result: seen })
})

test('faults of the file apply to requests from the start', async () => {
  const failing = service(`${workflow('result: 1')}faults: [{ kind: status, status: 503, nth: 2 }]`)
  const statuses = [await run(failing, { flowId: 'f', key: 'key-of-f' }), await run(failing, { flowId: 'f', key: 'key-of-f' })]
  expect(statuses.map(({ status }) => status)).toEqual([200, 503])
  expect(() => readWorldFile('faults: [{ kind: hangs }]')).toThrow('expected one of status, ')
  expect(() => service('faults: [{ kind: latency }]')).toThrow('faults[0].latency: expected an object, found nothing; add it')
})

test('a world of a host starts with its own registries, synchronized', async () => {
  const host = createMockHost(() => readWorldFile(supportDesk).seed)
  const world = await createMockControl('http://localhost', { fetch: host.fetch }).createWorld('own')
  expect(await world.registries.list('desk')).toMatchObject([
    { manifestUrl: 'http://localhost/worlds/own/v1/public/wfhost/manifest', toolsets: [{ id: 'mail' }, {}, {}] },
  ])
  const call = { flowId: 'answer-ticket', key: 'wfk_answer_ticket', args: { subject: 'x', email: 'y' } }
  const { body } = await run(at(world.url, host.fetch), call)
  expect(body).toMatchObject({ status: 'success', result: { sent: true } })
  expect([await world.creditBalance('acme'), host.service.creditBalance('acme')]).toEqual([498, 500])
})

test('replaces aliases by the values that they name, also as merge keys', async () => {
  const shared =
    '{ flowId: f, key: key-of-f, <<: &more { published: true, result: same } }, { flowId: g, key: key-of-g, <<: *more }'
  const world = service(`workspaces: [{ id: w, workflows: [${shared}] }]`)
  expect((await run(world, { flowId: 'g', key: 'key-of-g' })).body).toMatchObject({ result: 'same' })
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

test('the published schema reports the same mistakes in an editor', () => {
  const validate = new Ajv2020({ strict: false }).compile(createWorldSchema())
  expect(validate(parse(supportDesk))).toBe(true)
  for (const text of ['workspace: []', 'organizations: [{ name: a }]', 'workspaces: [{ id: w, workflows: [{ flowId: f }] }]']) {
    expect(validate(parse(text))).toBe(false)
  }
})

test('a world file in process has its registries and its assumptions', async () => {
  const service = await openServiceFromWorldFile(`${supportDesk}\nassumptions: { keyFormat: hex, asyncStatus: 202 }`, {
    assumptions: { keyFormat: 'uuid' },
  })
  service.clock.freeze()
  const args = { subject: 'Invoice 17 is wrong', email: 'ada@acme.example' }
  expect(await run(service, { flowId: 'answer-ticket', key: 'wfk_answer_ticket', args })).toMatchObject({
    body: { status: 'success', result: { team: 'billing', plan: 'gold', sent: true } },
  })
  expect(await run(service, { flowId: 'monthly-report', key: 'wfk_monthly_report', mode: 'async' })).toMatchObject({
    status: 202,
  })
  expect(service.regenerateKey('answer-ticket')).toMatch(/^[0-9a-f]{8}-/)
  service.stop()
})

test('a registry that cannot be read offers no tools, and syncAll() returns the reason', async () => {
  const registries = '[{ name: Elsewhere, manifestUrl: "https://registry.example/manifest", apiKey: k }]'
  const service = await openServiceFromWorldFile(`workspaces: [{ id: desk, registries: ${registries} }]`, {
    registryFetch: async () => new Response(null, { status: 503 }),
  })
  expect(service.registries.offeredTools('desk')).toEqual([])
  expect(await service.registries.syncAll()).toEqual([
    expect.stringContaining('registry "Elsewhere": the registry responded with 503'),
  ])
})

test('reports mistakes of the file and of the options', async () => {
  await expect(openServiceFromWorldFile('workspace: []', { file: 'mine.yaml' })).rejects.toThrow('mine.yaml:1: workspace: ')
  const generated = `workspaces: [{ id: crm, workflows: [{ flowId: find, published: true, generated: '{{person.fulName}}' }] }]`
  await expect(openServiceFromWorldFile(generated)).rejects.toThrow('faker.person has no "fulName"; did you mean "fullName"?')
  const options: object = { assumption: {} }
  await expect(openServiceFromWorldFile('', options)).rejects.toThrow('unknown name "assumption"; did you mean "assumptions"?')
})
