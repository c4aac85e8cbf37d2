import { createManualClock, createMockService } from '@wfhost/mock-server'
import { createWorkflowClient, type Run } from '@wfhost/sdk'
import { expect, test } from 'vitest'
import { readWorldFile } from './read-world-file.ts'

function world(template: string): string {
  return `workspaces: [{ id: crm, workflows: [{ flowId: find, key: my-key, published: true, generated: ${template} }] }]`
}

/** Two runs of a new service. */
async function runs(template: string): Promise<Run[]> {
  const { fetch } = createMockService(readWorldFile(world(template)).seed, { clock: createManualClock() })
  const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'my-key', fetch })
  return [await client.run('find'), await client.run('find')]
}

const template = `{ people: [{ name: '{{person.fullName}}', age: '{{number.int({"min":18,"max":90})}}', greeting: 'Hi {{person.firstName}}, {{person.firstName}}', since: '{{date.past}}' }], count: 1 }`

test('data is made up, of the types that were asked for, and the same for a service that begins anew', async () => {
  const [first, second] = await runs(template)
  const person = {
    name: expect.stringMatching(/^\S+ \S+/),
    age: expect.toSatisfy((age) => Number.isInteger(age) && age >= 18 && age <= 90),
    greeting: expect.stringMatching(/^Hi \S+, \S+$/),
    since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  }
  expect(first).toMatchObject({ status: 'success', result: { people: [person], count: 1 } })
  expect(second).not.toEqual(first)
  expect(await runs(template)).toEqual([first, second])
})

test('a method that faker does not have fails the run with its name', async () => {
  const [run] = await runs(`'{{person.fulName}}'`)
  expect(run).toMatchObject({ error: { value: 'Cannot generate {{person.fulName}}: faker.person.fulName is no method' } })
})
