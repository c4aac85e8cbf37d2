import { createMockService, createSampleWorld, type MockSeed, sampleKeys } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { manifest, run } from './call-api.ts'

function seed(version: string, more: Partial<MockSeed> = {}): MockSeed {
  return {
    organizations: [
      {
        id: 'org',
        credits: 10,
        environments: [{ name: 'default' }],
        toolsets: [
          {
            id: 'tools',
            versions: ['1', '2'].map((number) => ({ version: number, tools: [{ name: 'say', implementation: () => version }] })),
            published: { default: '1' },
          },
        ],
        toolHostingKeys: [{ name: 'Default', environment: 'default' }],
      },
    ],
    workspaces: [
      {
        id: 'space',
        workflows: [
          { flowId: 'kept', published: true, implementation: () => version },
          { flowId: `only-in-${version}`, key: `key-${version}`, published: true, implementation: () => version },
        ],
      },
    ],
    ...more,
  }
}

test('a reload applies the world file and keeps the state that still fits', async () => {
  const service = createMockService(seed('first'))
  const key = service.regenerateKey('kept')
  service.setCredits('org', 3)
  service.publishToolset('org', { toolset: 'tools', environment: 'default', version: '2' })
  service.registries.add('space', service.registries.connect('org', 'default'))
  const [{ apiKey } = { apiKey: '' }] = service.registries.list('space')
  expect(await run(service, { flowId: 'kept', key })).toMatchObject({ body: { result: 'first' } })

  service.reload(seed('second'))
  expect(await run(service, { flowId: 'kept', key })).toMatchObject({ body: { result: 'second' } })
  expect(service.creditBalance('org')).toBe(3)
  expect(await manifest(service, { key: apiKey })).toMatchObject({ body: { toolsets: [{ version: '2' }] } })
  expect(await run(service, { flowId: 'only-in-second', key: 'key-second' })).toMatchObject({ status: 200 })
  expect(await run(service, { flowId: 'kept', key: 'key-first' })).toMatchObject({ status: 401 })
  expect(service.journal()).toHaveLength(5)
})

test('keeps archived workflows archived, and unchanged registries synchronized', async () => {
  const registries = [
    { name: 'Own', manifestUrl: 'http://127.0.0.1:4010/v1/public/wfhost/manifest', apiKey: sampleKeys.defaultEnvironment },
  ]
  const sample = createSampleWorld()
  const described = { ...sample, workspaces: [...(sample.workspaces ?? []), { id: 'more', registries }] }
  const service = createMockService(described)
  service.archiveWorkflow('echo')
  await service.registries.sync('more', 'Own')
  const offered = service.registries.offeredTools('more')
  service.reload(described)
  expect(offered).not.toHaveLength(0)
  expect(service.registries.offeredTools('more')).toEqual(offered)
  expect(await run(service, { flowId: 'echo', key: sampleKeys.workflows.echo })).toMatchObject({ status: 404 })
})

test('a seed that contradicts itself does not change the service', async () => {
  const service = createMockService(createSampleWorld())
  const twice = { flowId: 'x', implementation: () => null }
  expect(() => service.reload({ workspaces: [{ id: 'w', workflows: [twice, twice] }] })).toThrow('the flowId is taken')
  expect(await run(service, { flowId: 'echo', key: sampleKeys.workflows.echo })).toMatchObject({ status: 200 })
})

test('a reload applies a rate limit and faults that changed in the seed, and ignores unchanged ones', async () => {
  const limit = { requests: 5, windowMs: 1000 }
  const service = createMockService(seed('first', { rateLimit: limit, faults: [{ kind: 'status', status: 503 }] }))
  service.clearFaults()
  service.setRateLimit(undefined)
  service.reload(seed('second', { rateLimit: limit, faults: [{ kind: 'status', status: 503 }] }))
  expect(service.faults()).toEqual([])
  expect(service.state().rateLimit.limit).toBeUndefined()
  service.reload(seed('third', { rateLimit: { ...limit, requests: 1 }, faults: [{ kind: 'hang' }] }))
  expect(service.faults()).toMatchObject([{ fault: { kind: 'hang' } }])
  expect(service.state().rateLimit.limit).toMatchObject({ requests: 1 })
})

test('a reload keeps an added registry and a replaced key', async () => {
  const service = createMockService(seed('first'))
  service.registries.add('space', service.registries.connect('org', 'default'))
  const old = service.workflowKey('kept')
  service.regenerateKey('kept')
  service.reload(seed('second'))
  expect(service.registries.list('space')).toHaveLength(1)
  service.addFault({ kind: 'stale-key' })
  expect(await run(service, { flowId: 'kept', key: old })).toMatchObject({ body: { result: 'second' } })
})

/** A world file in which everything can be edited that an operation can change, too. */
function editable(edited: boolean): MockSeed {
  const variables = { FROM: edited ? 'desk@b.example' : 'desk@a.example' }
  const versions = ['1', '2'].map((version) => ({ version, tools: [{ name: 'say', implementation: () => version }] }))
  return {
    organizations: [
      {
        id: 'org',
        credits: edited ? 20 : 10,
        environments: [{ name: 'default', variables }],
        toolsets: [{ id: 'tools', versions, published: { default: edited ? '2' : '1' } }],
        toolHostingKeys: [
          { name: 'Changed', environment: 'default', key: edited ? 'thk_b' : 'thk_a' },
          ...(edited ? [] : [{ name: 'Removed', environment: 'default', key: 'thk_removed' }]),
        ],
      },
    ],
    workspaces: [{ id: 'space', workflows: [{ flowId: 'f', published: true, archived: edited, implementation: () => 1 }] }],
  }
}

test('changed values of a seed replace the state, and unchanged values do not', () => {
  const service = createMockService(editable(false))
  service.setCredits('org', 3)
  service.setEnvironmentVariables('org', { environment: 'default', variables: { FROM: 'set by a test' } })
  const added = service.createToolHostingKey('org', { name: 'Added', environment: 'default' })
  service.reload(editable(true))
  const [organization] = service.state().organizations
  const published = [{ toolset: 'tools', environment: 'default', version: '2' }]
  const keys = [
    { name: 'Changed', environment: 'default', key: 'thk_b' },
    { name: 'Added', environment: 'default', key: added },
  ]
  expect(organization).toEqual({ id: 'org', credits: 20, toolHostingKeys: keys, published, variables: [] })
  expect(service.state().workflows).toMatchObject([{ flowId: 'f', status: 'archived' }])
  service.setCredits('org', 4)
  service.reload(editable(true))
  expect(service.creditBalance('org')).toBe(4)
})
