import { createMockService, createSampleWorld, sampleKeys, toHar } from '@wfhost/mock-server'
import { readWorldFile } from '@wfhost/mock-server/world-file'
import { createRegistryClient, createWorkflowClient, type Run } from '@wfhost/sdk'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { worldFrom } from './world-from.ts'

interface Keys {
  readonly workflows: Readonly<Record<string, string>>
  readonly tools: string
}

/** What a user of both clients sees; a traceback names files. */
async function use(fetch: (request: Request) => Promise<Response>, keys: Keys): Promise<unknown[]> {
  const options = { fetch, maxRetries: 0 }
  const workflows = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: keys.workflows, ...options })
  const registry = createRegistryClient({ registryUrl: 'http://localhost', apiKey: keys.tools, ...options })
  const run = async (flowId: string, args: Parameters<typeof workflows.run>[1]): Promise<unknown> => {
    const ended: Run | Error = await workflows.run(flowId, args).catch((error: Error) => error)
    if (ended instanceof Error) return [ended.name, Reflect.get(ended, 'retryAfterMs')]
    return ended.status === 'success' ? ended : { name: ended.error.name, value: ended.error.value, steps: ended.stepOutputs }
  }
  return [
    await run('echo', { text: 'a', number: 1 }),
    await run('echo', { text: 'b' }),
    await run('echo', {}),
    await run('support-triage', { subject: 'My invoice is wrong' }),
    await run('support-triage', { subject: 'Hello', priority: 1 }),
    await run('support-triage', {}),
    await run('charge-card', { amount: 5 }),
    await run('charge-card', { amount: 7 }),
    await run('monthly-report', {}),
    await run('monthly-report', {}),
    await run('nowhere', {}),
    await registry.execute({ toolset: 'weather', tool: 'forecast', arguments: { city: 'Vienna' } }),
    await registry.execute({ toolset: 'weather', tool: 'forecast', arguments: { city: 'Graz' } }),
    (await registry.manifest()).toolsets?.map(({ id, tools, version }) => [id, version, tools?.map(({ name }) => name)]),
  ]
}

test('a world that is made from a recording answers as the recorded service did', async () => {
  const service = createMockService(createSampleWorld())
  service.addFault({ kind: 'status', status: 429, retryAfterSeconds: 30, flowId: 'monthly-report', nth: 1 })
  const workflows = { ...sampleKeys.workflows, nowhere: sampleKeys.workflows.echo }
  const seen = await use(service.fetch, { workflows, tools: sampleKeys.defaultEnvironment })
  const text = stringify(worldFrom(JSON.stringify(toHar(service.journal(), 'http://localhost'))))
  for (const key of Object.values(sampleKeys.workflows)) expect(text).not.toContain(key)
  const made = createMockService(readWorldFile(text).seed)
  const recorded = Object.fromEntries(Object.keys(workflows).map((flowId) => [flowId, `recorded-${flowId}`]))
  expect(await use(made.fetch, { workflows: { ...recorded, nowhere: 'recorded-echo' }, tools: 'recorded-tools' })).toEqual(seen)
})

test('the same arguments with other answers are a story', async () => {
  const service = createMockService(createSampleWorld())
  const key = service.publish({ flowId: 'draft' }, (_args, { nth }) => nth)
  const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: key, fetch: service.fetch })
  for (let sent = 0; sent < 2; sent += 1) await client.run('draft')
  expect(worldFrom(JSON.stringify(toHar(service.journal(), 'http://localhost'))).workspaces?.[0]?.workflows).toEqual([
    { flowId: 'draft', key: 'recorded-draft', published: true, parameters: [], sequence: [{ result: 1 }, { result: 2 }] },
  ])
})
