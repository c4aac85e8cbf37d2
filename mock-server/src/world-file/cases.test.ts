import { createMockService } from '@wfhost/mock-server'
import { createRegistryClient, createWorkflowClient } from '@wfhost/sdk'
import { expect, test } from 'vitest'
import { readWorldFile } from './read-world-file.ts'

const world = `
organizations:
  - id: acme
    credits: 9
    environments: [{ name: default }]
    toolHostingKeys: [{ name: Default, environment: default, key: thk }]
    toolsets:
      - id: crm
        published: { default: 1.0.0 }
        versions:
          - version: 1.0.0
            tools:
              - name: find
                parameters: [{ name: email, type: string }]
                cases:
                  - { args: { email: ada@acme.example }, result: gold }
                  - { failure: { name: NotFound, value: Nobody has this address } }
workspaces:
  - id: shop
    workflows:
      - flowId: charge
        key: my-key
        published: true
        parameters: [{ name: amount, type: number }, { name: card, type: object }]
        steps:
          - id: check
            cases:
              - { args: { card: { valid: true, year: 30 } }, result: valid }
              - { args: { amount: 0 }, result: free }
        cases:
          - { args: { amount: 0 }, result: nothing }
          - { args: { amount: 500 }, failure: { name: LimitExceeded, value: Too much }, delayMs: 5 }
          - { expression: 'args.amount + steps.check' }
`

test('the first case with matching arguments determines the result of a workflow and of each step', async () => {
  const { fetch } = createMockService(readWorldFile(world).seed)
  const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'my-key', fetch })
  const card = { year: 30, valid: true }
  const outcomeOf = async (args: object): Promise<unknown> => {
    const run = await client.run('charge', { ...args })
    return run.status === 'success' ? run.result : run.error.name
  }
  expect(await outcomeOf({ amount: 0 })).toBe('nothing')
  expect(await outcomeOf({ amount: 500, card })).toBe('LimitExceeded')
  expect(await outcomeOf({ amount: 7, card })).toBe('7valid')
  expect(await outcomeOf({ amount: 7 })).toBe('NoCase')
})

test('a tool can have cases', async () => {
  const { fetch } = createMockService(readWorldFile(world).seed)
  const client = createRegistryClient({ baseUrl: 'http://localhost', apiKey: 'thk', fetch })
  const find = (email: string) => client.execute({ toolset: 'crm', tool: 'find', arguments: { email } })
  expect(await find('ada@acme.example')).toMatchObject({ result: 'gold' })
  expect(await find('bob@acme.example')).toMatchObject({ error: { name: 'NotFound' } })
})

test.each([
  [
    'args: { amount: 0 }, result: nothing',
    'args: { amont: 0 }, result: nothing',
    'there is no parameter "amont"; did you mean "amount"?',
  ],
  ["'args.amount + steps.check'", "'args.amount + steps.chek'", 'there is no earlier step "chek"; did you mean "check"?'],
  ['result: gold', 'reslut: gold', 'unknown name "reslut"; did you mean "result"?'],
])('a mistake in a case is found with its line: %s', (right, wrong, message) => {
  expect(() => readWorldFile(world.replace(right, wrong))).toThrow(message)
})
