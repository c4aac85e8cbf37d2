import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { manifest, run } from './call-api.ts'

test('an answer of ours that is not as documented is a loud error of ours', async () => {
  const told: string[] = []
  const mock = createMockService(createSampleWorld(), {
    onInternalError: (error) => told.push(error.message),
  })
  const parameter = { name: 'text', type: 'string' as const }
  mock.addToolSet('acme', {
    id: 'wrong',
    versions: [{ version: '1', tools: [{ name: 'any', parameters: [parameter], implementation: () => null }] }],
    published: { default: '1' },
  })
  // What is changed after it was checked.
  Reflect.set(parameter, 'name', 7)
  const answer = await manifest(mock, { key: sampleKeys.defaultEnvironment })
  expect(answer.status).toBe(500)
  const message =
    'The answer 200 of getPublicManifest is not as the document says: toolsets[2].tools[0].parameters[0].name: expected'
  expect(told).toEqual([expect.stringContaining(message)])
  expect(answer.body).toEqual({ message: expect.stringContaining(message) })
})

test('a thing that breaks inside the server is a loud error of ours, without a stack for the client', async () => {
  const told: Error[] = []
  let broken = false
  const mock = createMockService(createSampleWorld(), {
    random: () => {
      if (broken) throw new Error('There is no chance')
      return 0.5
    },
    onInternalError: (error) => told.push(error),
  })
  broken = true
  const { body, status } = await run(mock, { flowId: 'echo', key: sampleKeys.workflows.echo })
  expect(status).toBe(500)
  expect(body).toEqual({ message: 'Internal error: There is no chance' })
  expect(told).toHaveLength(1)
})
