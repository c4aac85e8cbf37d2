import { once } from 'node:events'
import {
  createManualClock,
  createMockControl,
  createMockHost,
  createMockService,
  createSampleWorld,
  type MockSeed,
  type MockService,
  sampleKeys,
  type WorkflowSeed,
} from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { execute, manifest, run } from './call-api.ts'

const { echo, slow } = sampleKeys.workflows

function seed(...workflows: WorkflowSeed[]): MockSeed {
  const sample = createSampleWorld()
  const registries = [{ name: 'Acme', apiKey: sampleKeys.defaultEnvironment }]
  return { ...sample, workspaces: [...(sample.workspaces ?? []), { id: 'more', workflows, registries }] }
}

function everything(service: MockService): string {
  return JSON.stringify([service.journal(), service.state()])
}

/** Uses and changes each part of the state, also random numbers and time. Returns the results. */
async function script(service: MockService): Promise<string> {
  for (let index = 0; index < 5; index += 1) await run(service, { flowId: 'echo', key: echo })
  await run(service, { flowId: 'by-chance', key: service.workflowKey('by-chance') })
  await execute(service, { key: sampleKeys.defaultEnvironment, payload: { toolset: 'mail', tool: 'count' } })
  await service.clock.advance(500)
  service.regenerateKey('echo')
  service.archiveWorkflow('slow')
  service.addFault({ kind: 'status', status: 500, count: 1 })
  service.registries.add('more', { ...service.registries.connect('acme', 'default'), name: 'Own' })
  service.setRateLimit({ requests: 1, windowMs: 60_000 })
  for (let index = 0; index < 3; index += 1) await manifest(service, { key: sampleKeys.defaultEnvironment })
  return everything(service)
}

test('a reset restores the first state of a world, and the same script then gives the same journal and state', async () => {
  const byChance: WorkflowSeed = { flowId: 'by-chance', published: true, implementation: (_, { random }) => random() }
  const described: MockSeed = {
    ...seed(byChance),
    rateLimit: { requests: 4, windowMs: 1000 },
    faults: [{ kind: 'status', status: 503, nth: 3, flowId: 'echo' }],
  }
  const service = createMockService(described, { clock: createManualClock() })
  const begun = everything(service)
  const first = await script(service)
  expect(first).toContain('"status":429')
  await service.reset()
  expect(everything(service)).toBe(begun)
  expect(await script(service)).toBe(first)
})

test('a world that received another seed restarts with that seed', async () => {
  const service = createMockService(createSampleWorld())
  service.reload({ organizations: [{ id: 'other', credits: 5 }] })
  service.setCredits('other', 1)
  await service.reset()
  expect(service.creditBalance('other')).toBe(5)
})

test('a reset synchronizes registries again with their current manifest', async () => {
  const service = createMockService(seed())
  await service.reset()
  expect(service.registries.offeredTools('more')).toEqual([])
  const offered = await service.registries.sync('more', 'Acme')
  service.registries.deactivate('more', 'Acme')
  await service.reset()
  expect(service.registries.list('more')).toMatchObject([{ active: true, toolsets: offered }])
  expect(service.journal()).toMatchObject([{ number: 1, operation: 'getPublicManifest' }])
})

test('a reset ends the requests in progress, which do not affect the new state', async () => {
  const gate = new AbortController()
  const held: WorkflowSeed = {
    flowId: 'held',
    published: true,
    key: 'wfk_held',
    implementation: async (_, { useTool }) => {
      await once(gate.signal, 'abort')
      return useTool('count', { toolset: 'mail', tool: 'count' })
    },
  }
  const service = createMockService(seed(held), { clock: createManualClock() })
  await service.registries.sync('more', 'Acme')
  service.addFault({ kind: 'hang', operation: 'executeTool' })
  const hanging = execute(service, { key: sampleKeys.defaultEnvironment, payload: { toolset: 'mail', tool: 'count' } })
  const ending = [run(service, { flowId: 'slow', key: slow }), run(service, { flowId: 'held', key: 'wfk_held' })]
  await service.waitForRequest({ flowId: 'held' })
  const reset = service.reset()
  await expect(hanging).rejects.toThrow('The service was reset')
  gate.abort()
  for (const ended of ending)
    expect(await ended).toMatchObject({ body: { status: 'failed', error: { value: 'The service was reset' } } })
  await reset
  expect(service.creditBalance('acme')).toBe(1000)
  expect(service.runs()).toEqual([])
  expect(service.journal()).toHaveLength(1)
  expect(await run(service, { flowId: 'echo', key: echo })).toMatchObject({ status: 200 })
})

test.each([{ kind: 'latency', latency: { distribution: 'fixed', ms: 1000 } } as const, { kind: 'hang' } as const])(
  'a request that fault $kind holds ends with the world it came to',
  async (fault) => {
    const service = createMockService(seed(), { clock: createManualClock() })
    service.addFault(fault)
    const held = execute(service, { key: sampleKeys.defaultEnvironment, payload: { toolset: 'mail', tool: 'count' } })
    const ended = expect(held).rejects.toThrow('The service was reset')
    await service.waitForRequest({ operation: 'executeTool' })
    await service.reset()
    await service.clock.advance(2000)
    await ended
    expect(service.creditBalance('acme')).toBe(1000)
    expect(service.journal()).toEqual([])
  },
)

test('a request whose schema is slow starts no run after a reset', async () => {
  const gate = new AbortController()
  const validate = async (): Promise<{ readonly value: object }> => {
    await once(gate.signal, 'abort')
    return { value: {} }
  }
  const args = { '~standard': { version: 1, vendor: 'test', validate } } as const
  const service = createMockService()
  const key = service.publish({ flowId: 'checked', args }, () => null)
  const ended = expect(run(service, { flowId: 'checked', key })).rejects.toThrow('The service was reset')
  await service.waitForRequest({ flowId: 'checked' })
  await service.reset()
  gate.abort()
  await ended
  expect(service.runs()).toEqual([])
})

test('the control surface resets only one world', async () => {
  const host = createMockHost(() => seed())
  const control = createMockControl('http://localhost', { fetch: host.fetch })
  const [one, other] = [await control.createWorld('one'), await control.createWorld('other')]
  for (const world of [control, one, other]) {
    await world.setCredits('acme', 1)
    await world.clock.freeze()
    await world.addFault({ kind: 'hang' })
  }
  await one.reset()
  const begun = async (world: typeof control | typeof one): Promise<unknown> => [
    await world.creditBalance('acme'),
    await world.clock.frozen(),
    await world.faults(),
    (await world.registries.offeredTools('more')).length > 0,
  ]
  expect(await begun(one)).toEqual([1000, false, [], true])
  expect(await begun(other)).toMatchObject([1, true, [{ matched: 0 }], true])
  await control.reset()
  expect(await begun(control)).toEqual([1000, false, [], false])
  expect(await begun(other)).toMatchObject([1, true, [{ matched: 0 }], true])
})
