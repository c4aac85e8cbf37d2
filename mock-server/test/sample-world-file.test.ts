import { readFile } from 'node:fs/promises'
import { createMockService, createSampleWorld, type MockSeed, type MockService, sampleKeys } from '@wfhost/mock-server'
import { readWorldFile } from '@wfhost/mock-server/world-file'
import { expect, test } from 'vitest'
import { execute, manifest, run } from './call-api.ts'

const text = await readFile(new URL('../examples/worlds/sample-world.yaml', import.meta.url), 'utf8')

/** Reads the same value from a service of the code and from a service of the file. */
async function readBoth(read: (service: MockService) => Promise<unknown>): Promise<readonly unknown[]> {
  const seeds: MockSeed[] = [createSampleWorld(), readWorldFile(text).seed]
  return Promise.all(seeds.map((seed) => read(createMockService(seed))))
}

test('the file of the sample world has the keys, states and parameters of the code', async () => {
  const [code, file] = await readBoth(async (service) => {
    const { organizations, replacedKeys, workflows, workspaces } = service.state()
    const stable = workflows.map(({ data: _data, ...workflow }) => workflow)
    return { organizations, replacedKeys, workspaces, workflows: stable.filter(({ flowId }) => flowId !== 'rotated') }
  })
  expect(file).toEqual(code)
})

test.each([
  ['support-triage', { subject: 'My refund', priority: 2 }],
  ['support-triage', { subject: 'Hello' }],
  ['echo', { text: 'a', list: [1] }],
  ['webhook-intake', { payload: '{}' }],
  ['slow', {}],
  ['from-json', { json: '{"a":[1,null]}' }],
  ['monthly-report', {}],
] as const)('the workflow %s returns the same result in the file and in the code for %j', async (flowId, args) => {
  const [code, file] = await readBoth(async (service) => {
    // The header Date may differ by a second.
    const { body, status } = await run(service, { flowId, key: sampleKeys.workflows[flowId], args })
    return { body, status }
  })
  expect(file).toEqual(code)
})

test('the workflow charge-card of the file fails at the same step with the same error', async () => {
  const [code, file] = await readBoth(async (service) => {
    const { body } = await run(service, { flowId: 'charge-card', key: sampleKeys.workflows['charge-card'], args: { amount: 12 } })
    const { error, stepOutputs } = Object(body)
    return { name: error.name, value: error.value, stepOutputs }
  })
  expect(file).toEqual(code)
})

test('the tools of the file are listed and return the same results', async () => {
  const key = sampleKeys.defaultEnvironment
  const staging = sampleKeys.stagingEnvironment
  const calls = [
    { toolset: 'mail', tool: 'send', arguments: { to: 'ada@example.org', text: 'Hello' } },
    { toolset: 'mail', tool: 'count' },
    { toolset: 'mail', tool: 'version' },
    { toolset: 'weather', tool: 'forecast', arguments: { city: 'Vienna' } },
  ]
  const [code, file] = await readBoth(async (service) => [
    await manifest(service, { key }),
    ...(await Promise.all(calls.map((payload) => execute(service, { key, payload })))),
    await execute(service, { key: staging, payload: { toolset: 'mail', tool: 'version' } }),
  ])
  expect(file).toEqual(code)
})
