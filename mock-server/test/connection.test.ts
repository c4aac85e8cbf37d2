import {
  type Clock,
  createManualClock,
  createMockService,
  createSampleWorld,
  type MockService,
  RegistrySyncError,
  sampleKeys,
} from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { withSteps } from '../../tools/scripts/run-bodies.ts'
import { addTool, execute, manifest, run } from './call-api.ts'

const forecast = { toolset: 'weather', tool: 'forecast', arguments: { city: 'Vienna' } }

/** The sample world with a workflow that uses one tool, and the argument of which says which. */
function sample(options: Parameters<typeof createMockService>[1] = {}): MockService {
  const service = createMockService(createSampleWorld(), options)
  service.addWorkflow('support', {
    flowId: 'tool-user',
    key: 'key-tool-user',
    published: true,
    parameters: [{ name: 'use', type: 'object', required: true }],
    implementation: ({ use }, context) => context.useTool('tool', Object(use)),
  })
  return service
}

async function connected(service: MockService, environment = 'default'): Promise<MockService> {
  service.registries.add('support', service.registries.connect('acme', environment))
  await service.registries.sync('support', 'Acme')
  return service
}

async function runTool(service: MockService, use: object = forecast): Promise<unknown> {
  const { body, status } = await run(service, { flowId: 'tool-user', key: 'key-tool-user', args: { use } })
  expect(status).toBe(200)
  return body
}

test('one click creates the key of the environment, or reuses it, and prefills the entry (CONNECT-CLICK)', async () => {
  const service = sample({ baseUrl: 'https://mock.example' })
  const entry = service.registries.connect('acme', 'staging')
  expect(entry).toEqual({
    name: 'Acme',
    manifestUrl: 'https://mock.example/v1/public/wfhost/manifest',
    apiKey: expect.stringMatching(/^thk_/),
  })
  expect(service.registries.connect('acme', 'staging')).toEqual(entry)
  expect(service.registries.connect('acme', 'default').apiKey).not.toBe(entry.apiKey)
  expect(await manifest(service, { key: entry.apiKey })).toMatchObject({ body: { toolsets: [{ version: '2.0.0' }] } })
  service.createToolHostingKey('globex', { name: 'Workflow Connection (default)', environment: 'default', key: 'by-hand' })
  service.add({
    organizations: [
      { id: 'globex', toolsets: [{ id: 'x', versions: [{ version: '1', tools: [] }], published: { default: '1' } }] },
    ],
  })
  expect(service.registries.connect('globex', 'default').apiKey).toBe('by-hand')
})

test('one click is refused until a tool set has a version published to default (CONNECT-DEFAULT)', () => {
  const service = sample()
  expect(service.registries.mayConnect('acme')).toBe(true)
  expect(service.registries.mayConnect('globex')).toBe(false)
  expect(() => service.registries.connect('globex', 'default')).toThrow(
    'Cannot connect organization "globex": no tool set has a version published to "default"',
  )
  service.setEnvironmentVariables('globex', { environment: 'staging', variables: {} })
  for (const environment of ['staging', 'default']) {
    expect(service.registries.mayConnect('globex')).toBe(false)
    service.publishToolset('globex', { toolset: 'invoices', environment, version: '0.9.0' })
  }
  expect(service.registries.mayConnect('globex')).toBe(true)
})

test('one click exists only where the workflow service is configured (CONNECT-CONFIGURED)', () => {
  const service = createMockService({ ...createSampleWorld(), workflowServiceConfigured: false })
  expect(service.registries.mayConnect('acme')).toBe(false)
  expect(() => service.registries.connect('acme', 'default')).toThrow('the workflow service is not configured')
})

test('an entry offers the tools that its manifest had at the last synchronization (ENTRY-SYNC, ENTRY-STEPS)', async () => {
  const service = sample()
  service.registries.add('support', service.registries.connect('acme', 'default'))
  expect(service.registries.offeredTools('support')).toEqual([])
  expect(await service.registries.sync('support', 'Acme')).toEqual([
    { id: 'mail', version: '1.2.0', tools: ['send', 'count', 'version'] },
    { id: 'weather', version: '3.0.1', tools: ['forecast'] },
  ])
  const offered = [
    { registry: 'Acme', toolset: 'mail', tool: 'send' },
    { registry: 'Acme', toolset: 'mail', tool: 'count' },
    { registry: 'Acme', toolset: 'mail', tool: 'version' },
    { registry: 'Acme', toolset: 'weather', tool: 'forecast' },
  ]
  expect(service.registries.offeredTools('support')).toEqual(offered)
  addTool(service, 'new', { name: 'n', implementation: () => 1 })
  expect(service.registries.offeredTools('support')).toEqual(offered)
  await service.registries.sync('support', 'Acme')
  expect(service.registries.offeredTools('support')).toHaveLength(offered.length + 1)
  expect(service.registries.offeredTools('finance')).toEqual([])
})

test('a step fails with the error of its tool, and uses no credit', async () => {
  const service = await connected(sample())
  const before = service.creditBalance('acme')
  const use = { toolset: 'mail', tool: 'send', arguments: { to: 'full@example.org', text: '' } }
  expect(await runTool(service, use)).toMatchObject({
    status: 'failed',
    error: { name: 'MailboxFull', traceback: expect.stringContaining('at step tool') },
    ...withSteps({ tool: { status: 'failed', error: { name: 'MailboxFull' } } }),
  })
  expect(service.creditBalance('acme')).toBe(before)
})

test('a step fails with the response of a registry that refuses its request', async () => {
  const service = await connected(sample())
  const failure = (value: string): object => ({ status: 'failed', error: { name: 'RegistrySyncError', value } })
  expect(await runTool(service, { ...forecast, arguments: { city: 1 } })).toMatchObject(
    failure('The registry responded with 400 arguments.city: expected string, found number'),
  )
  service.setCredits('acme', 0)
  expect(await runTool(service)).toMatchObject(failure('The registry responded with 402 The organization has no credits left'))
  const storm = { version: '4', tools: [{ name: 'storm', implementation: () => null }] }
  service.add({ organizations: [{ id: 'acme', toolsets: [{ id: 'weather', versions: [storm] }] }] })
  service.publishToolset('acme', { toolset: 'weather', environment: 'default', version: '4' })
  expect(await runTool(service)).toMatchObject(
    failure('The registry responded with 404 Tool set weather has no tool named forecast'),
  )
})

test('only active registries offer their tools (ENTRY-ACTIVE)', async () => {
  const service = await connected(sample())
  service.registries.deactivate('support', 'Acme')
  expect(service.registries.offeredTools('support')).toEqual([])
  expect(await runTool(service)).toMatchObject({
    status: 'failed',
    error: {
      value:
        "No active registry offers tool forecast of tool set weather; registry Acme is not active: call registries.activate('support', 'Acme')",
    },
  })
  service.registries.activate('support', 'Acme')
  expect(await runTool(service)).toMatchObject({ status: 'success' })
})

test('names a registry that was never synchronized, and the call that synchronizes it', async () => {
  const service = sample()
  service.registries.add('support', service.registries.connect('acme', 'default'))
  const value =
    "No active registry offers tool forecast of tool set weather; registry Acme is not synchronized: call registries.sync('support', 'Acme')"
  expect(await runTool(service)).toMatchObject({ status: 'failed', error: { name: 'RegistrySyncError', value } })
  await service.registries.sync('support', 'Acme')
  expect(await runTool(service)).toMatchObject({ status: 'success' })
})

test('refuses a tool that no registry offers, and names the missing part or a similar name', async () => {
  const service = sample()
  const error = (value: string): object => ({ error: { name: 'RegistrySyncError', value: expect.stringContaining(value) } })
  expect(await runTool(service)).toMatchObject(error("workspace support has no registry: call registries.add('support', …)"))
  await connected(service)
  expect(await runTool(service, { ...forecast, tool: 'forcast' })).toMatchObject(
    error('tool forcast of tool set weather; did you mean "tool forecast of tool set weather"?'),
  )
  expect(await runTool(service, { ...forecast, registry: 'Globex' })).toMatchObject(
    error('workspace support has no registry Globex; it has Acme'),
  )
})

test('a registry of another name can be chosen', async () => {
  const service = await connected(sample())
  const entry = service.registries.connect('acme', 'staging')
  service.registries.add('support', { ...entry, name: 'Acme staging' })
  await service.registries.sync('support', 'Acme staging')
  const use = { toolset: 'mail', tool: 'send', arguments: { to: 'a', text: 'b' } }
  expect(await runTool(service, use)).toMatchObject({ result: { from: 'support@acme.example' } })
  expect(await runTool(service, { ...use, registry: 'Acme staging' })).toMatchObject({ result: { from: 'staging@acme.example' } })
})

test('reports why a registry cannot be synchronized, and keeps its tools', async () => {
  const gone = { now: false }
  const service = await connected(sample({ registryFetch: async (request) => other(request) }))
  async function other(request: Request): Promise<Response> {
    if (gone.now) return new Response('', { status: 500 })
    if (request.headers.get('authorization') === 'Bearer wrong') return Response.json({ message: 'No' }, { status: 401 })
    if (request.url.startsWith('http://nowhere')) throw new TypeError('fetch failed')
    if (request.url.startsWith('http://login')) return new Response('<html>Sign in</html>')
    return Response.json(
      request.url.startsWith('http://odd') ? {} : { executeUrl: 'http://x/e', toolsets: [{ id: 'a', tools: [{ name: 'b' }] }] },
    )
  }
  const offered = service.registries.offeredTools('support')
  expect(offered).toEqual([{ registry: 'Acme', toolset: 'a', tool: 'b' }])
  for (const [name, manifestUrl, apiKey, message] of [
    ['Wrong', 'http://x/m', 'wrong', 'Cannot synchronize registry "Wrong": the registry responded with 401 No'],
    ['Nowhere', 'http://nowhere/m', 'k', 'Cannot synchronize registry "Nowhere": http://nowhere/m cannot be reached'],
    ['Login', 'http://login/m', 'k', 'Cannot synchronize registry "Login": http://login/m responded with 200, but not with JSON'],
    ['Odd', 'http://odd/m', 'k', 'Cannot synchronize registry "Odd": the manifest names no executeUrl'],
  ] as const) {
    service.registries.add('support', { name, manifestUrl, apiKey })
    await expect(service.registries.sync('support', name)).rejects.toThrow(new RegistrySyncError(message))
  }
  expect(service.registries.offeredTools('support')).toEqual(offered)
  gone.now = true
  await expect(service.registries.sync('support', 'Acme')).rejects.toThrow(
    'Cannot synchronize registry "Acme": the registry responded with 500',
  )
  expect(service.registries.offeredTools('support')).toEqual(offered)
})

test('viewing tool access and adding a registry are two permissions (ENTRY-PERMISSION)', () => {
  const service = createMockService({
    workspaces: [
      {
        id: 'w',
        members: [
          { name: 'viewer', permissions: ['viewToolAccess'] },
          { name: 'creator', permissions: ['createRegistries'] },
        ],
      },
    ],
  })
  const entry = { name: 'R', manifestUrl: 'http://x/m', apiKey: 'k' }
  expect(() => service.registries.add('w', { ...entry, as: 'viewer' })).toThrow(
    'Cannot add registry "R": member "viewer" lacks the permission createRegistries',
  )
  service.registries.add('w', { ...entry, as: 'creator' })
  expect(() => service.registries.list('w', { as: 'creator' })).toThrow('member "creator" lacks the permission viewToolAccess')
  expect(service.registries.list('w', { as: 'viewer' })).toEqual([{ ...entry, active: true, toolsets: undefined }])
  expect(() => service.registries.list('w', { as: 'nobody' })).toThrow('workspace "w" has no member "nobody"')
})

test('reports why an operation on a registry is not possible', async () => {
  const service = sample()
  const entry = { name: 'R', manifestUrl: 'http://x/m', apiKey: 'k' }
  service.registries.add('support', entry)
  expect(() => service.registries.add('support', entry)).toThrow('Cannot add registry "R": workspace "support" has it')
  expect(() => service.registries.add('support', { ...entry, name: 'S', manifestUrl: 'x' })).toThrow(
    'expected an http or https URL without credentials, found "x"',
  )
  expect(() => service.registries.activate('support', 'T')).toThrow(
    'Cannot activate registry "T": workspace "support" has no such registry',
  )
  await expect(service.registries.sync('x', 'T')).rejects.toThrow('Cannot synchronize registry "T": no workspace has the id "x"')
})

test('a tool that ends in time leaves no timer', async () => {
  const begun: number[] = []
  const waiting = new Set<number>()
  const clock = createManualClock()
  const sleep: Clock['sleep'] = (milliseconds, signal) => {
    begun.push(milliseconds)
    waiting.add(milliseconds)
    signal?.addEventListener('abort', () => waiting.delete(milliseconds))
    return clock.sleep(milliseconds, signal)
  }
  const service = sample({ clock: { now: clock.now, sleep }, toolTimeout: 5000 })
  const payload = addTool(service, 'quick', { name: 'look', implementation: () => Promise.resolve().then(() => null) })
  const response = await execute(service, { key: sampleKeys.defaultEnvironment, payload })
  expect(response).toMatchObject({ status: 200, body: { status: 'success' } })
  expect([begun, [...waiting]]).toEqual([[5000], []])
})

test('a tool that exceeds its time limit fails, and uses no credit', async () => {
  const clock = createManualClock()
  const service = sample({ clock, toolTimeout: 5000 })
  const payload = addTool(service, 'endless', { name: 'wait', implementation: () => new Promise(() => {}) })
  const before = service.creditBalance('acme')
  const response = execute(service, { key: sampleKeys.defaultEnvironment, payload })
  await clock.advance(5000)
  expect(await response).toMatchObject({
    status: 200,
    body: { status: 'failed', error: { name: 'TimeLimitExceeded', value: 'The tool took longer than 5000 ms' } },
  })
  expect(service.creditBalance('acme')).toBe(before)
})
