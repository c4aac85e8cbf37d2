import { createManualClock, createMockService, createSampleWorld, type MockService, sampleKeys } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { addTool, execute, manifest, run } from './call-api.ts'

const key = sampleKeys.defaultEnvironment

function sample(options: Parameters<typeof createMockService>[1] = {}): MockService {
  return createMockService(createSampleWorld(), options)
}

test('exactly 50 of 200 concurrent executions succeed with a balance of 50 (EXE-CREDIT)', async () => {
  const mock = sample()
  const implementation = (): Promise<null> => new Promise((resolve) => setTimeout(resolve, 5, null))
  const payload = addTool(mock, 'slow', { name: 'wait', implementation })
  mock.setCredits('acme', 50)
  const responses = await Promise.all(Array.from({ length: 200 }, () => execute(mock, { key, payload })))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(50)
  expect(responses.filter(({ status }) => status === 402)).toHaveLength(150)
  expect(mock.creditBalance('acme')).toBe(0)
})

test('a tool cannot change the variables of its environment, nor the next call', async () => {
  const mock = sample()
  const seen: unknown[] = []
  const greedy = addTool(mock, 'greedy', {
    name: 'change',
    parameters: [{ name: 'data', type: 'object' }],
    implementation: (args, { variables }) => {
      seen.push(Object.isFrozen(variables), JSON.stringify(args))
      Object.assign(Object(args['data']), { changed: true })
      return args
    },
  })
  const payload = { ...greedy, arguments: { data: {} } }
  await execute(mock, { key, payload })
  await execute(mock, { key, payload })
  expect(seen).toEqual([true, '{"data":{}}', true, '{"data":{}}'])
})

test('adds the workspaces and organizations of a seed to a service', () => {
  const mock = sample()
  mock.add({ organizations: [{ id: 'new', credits: 3 }], workspaces: [{ id: 'new' }] })
  expect(mock.creditBalance('new')).toBe(3)
  expect(mock.registries.list('new')).toEqual([])
  expect(() => mock.add({ workspaces: [{ id: 'new' }] })).toThrow('Cannot add workspace "new": it exists')
})

test('the organization manifest lists each tool set that is not published with its latest version (ORG-FALLBACK)', async () => {
  const mock = sample()
  mock.add({
    organizations: [
      {
        id: 'acme',
        toolsets: [
          {
            id: 'new',
            versions: ['2.0.0', '1.0.0'].map((version) => ({ version, tools: [{ name: 'try', implementation: () => null }] })),
          },
        ],
      },
    ],
  })
  // One that is added is published nowhere.
  const added = { version: '9.0.0', tools: [{ name: 'try', implementation: () => null }] }
  mock.add({ organizations: [{ id: 'acme', toolsets: [{ id: 'mail', versions: [added] }] }] })
  const { body } = await manifest(mock, { key, orgId: 'acme' })
  expect(body).toMatchObject({ toolsets: [{ id: 'mail', version: '1.2.0' }, { id: 'weather' }, { id: 'new', version: '1.0.0' }] })
  expect(JSON.stringify((await manifest(mock, { key })).body)).not.toContain('"new"')
})

test('a manifest no longer lists a tool set that was unpublished (MAN-CONTENT)', async () => {
  const mock = sample()
  mock.unpublishToolset('acme', { toolset: 'mail', environment: 'default' })
  const { body } = await manifest(mock, { key })
  expect(body).toMatchObject({ toolsets: [{ id: 'weather' }] })
  expect((await manifest(mock, { key: sampleKeys.stagingEnvironment })).body).toMatchObject({ toolsets: [{ id: 'mail' }] })
})

test.each(["it's", 'Acme_2.0', '...', '~(a)*!-'])('the product segment may be %s', async (product) => {
  const { fetch } = sample({ product })
  const headers = { authorization: `Bearer ${sampleKeys.defaultEnvironment}` }
  const response = await fetch(new Request(`http://localhost/v1/public/${product}/manifest`, { headers }))
  expect(await response.json()).toMatchObject({ executeUrl: `http://localhost/v1/public/${product}/execute` })
})

test('the product segment can be changed (PRODUCT-SEGMENT)', async () => {
  const mock = sample({ product: 'acme-flows' })
  expect(await manifest(mock, { key })).toMatchObject({ status: 404 })
  const { body } = await manifest(mock, { key, product: 'acme-flows' })
  expect(body).toHaveProperty('executeUrl', 'http://mock.test/v1/public/acme-flows/execute')
  expect(await execute(mock, { key, product: 'acme-flows', payload: { toolset: 'mail', tool: 'count' } })).toMatchObject({
    status: 200,
  })
})

test.each([
  ['no organization', (mock) => mock.creditBalance('x'), 'Cannot read a credit balance: no organization has the id "x"'],
  [
    'no environment',
    (mock) => mock.publishToolset('acme', { toolset: 'mail', environment: 'defualt', version: '1.2.0' }),
    'Cannot publish tool set "mail": organization "acme" has no environment profile named "defualt"; did you mean "default"?',
  ],
  [
    'no version',
    (mock) => mock.publishToolset('acme', { toolset: 'mail', environment: 'default', version: '9' }),
    'Cannot publish tool set "mail": it has no version 9; it has 1.2.0, 2.0.0',
  ],
  [
    'a publication that does not exist',
    (mock) => mock.unpublishToolset('acme', { toolset: 'weather', environment: 'staging' }),
    'Cannot unpublish tool set "weather": environment profile "staging" has no version of it',
  ],
  [
    'a tool set with another name',
    (mock) => mock.add({ organizations: [{ id: 'acme', toolsets: [{ id: 'mail', name: 'Post', versions: [] }] }] }),
    'Cannot add tool set "mail": organization "acme" has it; leave out name and visibility to add versions to it',
  ],
  [
    'a version that exists',
    (mock) =>
      mock.add({ organizations: [{ id: 'acme', toolsets: [{ id: 'mail', versions: [{ version: '1.2.0', tools: [] }] }] }] }),
    'Cannot add version 1.2.0 of tool set "mail": it exists',
  ],
  ['negative credits', (mock) => mock.setCredits('acme', -1), 'Cannot set credits: expected at least 0, found -1'],
] satisfies (readonly [string, (mock: MockService) => unknown, string])[])(
  'explains why an operation is not possible: %s',
  (...[, attempt, message]) => {
    expect(() => attempt(sample())).toThrow(message)
  },
)

test('only the version that runs in an environment reads its variables (HOST-ENV)', async () => {
  const seen: unknown[] = []
  const lookIn = (version: string) => (args: unknown, context: object) => {
    seen.push(JSON.stringify([version, args, context]))
    return null
  }
  const mock = sample()
  mock.setEnvironmentVariables('acme', { environment: 'default', variables: { TOKEN: 'canary-of-default' } })
  mock.setEnvironmentVariables('acme', { environment: 'staging', variables: { TOKEN: 'canary-of-staging' } })
  mock.add({
    organizations: [
      {
        id: 'acme',
        toolsets: [
          {
            id: 'curious',
            versions: ['1', '2'].map((version) => ({ version, tools: [{ name: 'look', implementation: lookIn(version) }] })),
            published: { default: '1', staging: '2' },
          },
        ],
      },
    ],
  })
  mock.addWorkflow('support', { flowId: 'curious', key: 'key-curious', published: true, implementation: lookIn('-') })
  const payload = { toolset: 'curious', tool: 'look' }
  await execute(mock, { key, payload })
  await execute(mock, { key: sampleKeys.stagingEnvironment, payload })
  await run(mock, { flowId: 'curious', key: 'key-curious' })
  expect(seen).toEqual([
    expect.stringMatching(/^\["1".*canary-of-default(?!.*canary)/),
    expect.stringMatching(/^\["2".*canary-of-staging(?!.*canary)/),
    expect.not.stringContaining('canary'),
  ])
  const responses = [await manifest(mock, { key }), await manifest(mock, { key, orgId: 'acme' }), mock.journal(), mock.runs()]
  expect(JSON.stringify(responses)).not.toContain('canary')
})

test('an execution reads its arguments, its variables, the time and random numbers, and no other tool set', async () => {
  const seen: unknown[] = []
  const mock = sample({ clock: createManualClock(7), random: () => 0.5 })
  const boxed = addTool(mock, 'boxed', {
    name: 'look',
    parameters: [{ name: 'at', type: 'string' }],
    implementation: (args, { now, random, sleep, variables, ...more }) => {
      seen.push(args, variables, now(), random(), typeof sleep, more)
      return null
    },
  })
  const payload = { ...boxed, arguments: { at: 'this' } }
  expect(await execute(mock, { key, payload })).toMatchObject({ status: 200 })
  const looked = [{ at: 'this' }, { SENDER: 'support@acme.example' }, 7, 0.5, 'function', {}]
  expect(seen).toEqual(looked)
  const foreign = await execute(mock, { key: sampleKeys.otherOrganization, payload })
  expect(foreign).toMatchObject({ status: 404 })
  expect(seen).toEqual(looked)
})

test('adds only new tool sets to an existing organization', () => {
  const mock = createMockService(createSampleWorld())
  const toolsets = [{ id: 'fresh', versions: [{ version: '1.0.0', tools: [] }] }]
  mock.add({ organizations: [{ id: 'acme', toolsets }] })
  mock.publishToolset('acme', { toolset: 'fresh', environment: 'default', version: '1.0.0' })

  expect(() => mock.add({ organizations: [{ id: 'acme', credits: 5, toolsets: [] }] })).toThrow(
    'Cannot add organization "acme": it exists; leave out credits to add tool sets to it',
  )
})
