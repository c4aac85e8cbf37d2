import { createManualClock, createMockService } from '@wfhost/mock-server'
import { createWorkflowClient, type Run } from '@wfhost/sdk'
import { expect, test } from 'vitest'
import { findGeneratedProblems } from './find-generated-problems.ts'
import { readWorldFile, readWorldFileWithFaker } from './read-world-file.ts'

function world(template: string): string {
  return `workspaces: [{ id: crm, workflows: [{ flowId: find, key: my-key, published: true, generated: ${template} }] }]`
}

async function runs(template: string): Promise<Run[]> {
  const { fetch } = createMockService(readWorldFile(world(template)).seed, { clock: createManualClock() })
  const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'my-key', fetch })
  return [await client.run('find'), await client.run('find')]
}

const template = `{ people: [{ name: '{{person.fullName}}', age: '{{number.int({"min":18,"max":90})}}', greeting: 'Hi {{person.firstName}}, {{person.firstName}}', since: '{{date.past}}' }], count: 1 }`

test('generates data of the requested types, and the same data again for a new service', async () => {
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

test('a name that faker does not have is refused at its line, with the nearest one', async () => {
  const text = world(`
    { whole: '{{person.fulName}}', module: '{{persn.fullName}}', within: 'Hi {{person.fistName}}',
      namespace: '{{person}}', fine: ['{{number.int({"min":1})}}', 'a {{person.first_name.generic}} of {{airline.airline.name}}'] }`)
  await expect(readWorldFileWithFaker(text)).rejects.toThrow(
    [
      'world.yaml:2: workspaces[0].workflows[0].generated.whole: faker.person has no "fulName"; did you mean "fullName"?',
      'world.yaml:2: workspaces[0].workflows[0].generated.module: faker has no "persn"; did you mean "person"?',
      'world.yaml:2: workspaces[0].workflows[0].generated.within: faker.person has no "fistName"; did you mean "firstName"?',
      'world.yaml:3: workspaces[0].workflows[0].generated.namespace: faker.person is no method; add the name of one',
    ].join('\n'),
  )
})

test.each([
  ['{{string.sample(100000000)}}', '100000000 of something is more than a response needs; request 10000 at most'],
  ['see {{lorem.words({"min":1,"max":1e9})}}', '1e9 of something is more than a response needs; request 10000 at most'],
  ['{{ person.fullName }}', 'write {{person.fullName}} without spaces'],
  ['{{number.int(min:1)}}', 'what number.int is given is not JSON; write it as in {{number.int({"min":18,"max":90})}}'],
])('%s, which would keep the server busy, stay text or fail, is refused', async (text, message) => {
  await expect(readWorldFileWithFaker(world(JSON.stringify(text)))).rejects.toThrow(`generated: ${message}`)
  if (text.includes('00'))
    expect((await runs(JSON.stringify(text)))[0]).toMatchObject({ error: { value: expect.stringContaining(message) } })
})

test('generates up to 10,000 items, and does not limit numbers that are data', async () => {
  const [run] = await runs(
    `['{{string.sample(10000)}}', '{{helpers.arrayElement([7000000])}}', '{{number.int({"min":5000000,"max":5000000})}}']`,
  )
  expect(run).toMatchObject({ result: [expect.toSatisfy((text) => text.length === 10_000), 7_000_000, 5_000_000] })
})

test('data that is made up without Faker is refused', () => {
  const described = { workspaces: [{ workflows: [{ steps: [{ generated: ['{{person.fullName}}'] }] }] }] }
  expect(findGeneratedProblems(described, undefined)).toEqual([
    {
      path: ['workspaces', 0, 'workflows', 0, 'steps', 0, 'generated', 0],
      message: 'expected Faker to be installed; npm install --save-dev @faker-js/faker',
    },
  ])
})

test('a method that faker does not have fails the run with its name', async () => {
  const [run] = await runs(`'{{person.fulName}}'`)
  expect(run).toMatchObject({ error: { value: 'Cannot generate {{person.fulName}}: faker.person.fulName is not a method' } })
})
