import { createMockService, MockStateError } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { succeededRun } from '../../tools/scripts/run-bodies.ts'
import { run } from './call-api.ts'

function service(): ReturnType<typeof createMockService> {
  return createMockService({
    workspaces: [
      { id: 'one', workflows: [{ flowId: 'a', implementation: () => 'a' }] },
      { id: 'two', workflows: [{ flowId: 'b', implementation: () => 'b', published: true, key: 'key-b' }] },
    ],
  })
}

test('flowIds and argument names may be names of Object', async () => {
  const names = ['__proto__', 'constructor', 'toString']
  const mock = createMockService({
    workspaces: [
      {
        id: '__proto__',
        workflows: names.map((flowId) => ({
          flowId,
          key: `key ${flowId}`.replace(' ', '-'),
          published: true,
          parameters: names.map((name) => ({ name, type: 'string' as const })),
          implementation: async (args, { step }) => {
            for (const name of names) await step(name, () => args[name] ?? null)
            return args
          },
        })),
      },
    ],
  })
  for (const flowId of names) {
    const args = Object.fromEntries(names.map((name) => [name, `value of ${name}`]))
    const { body, status } = await run(mock, { flowId, key: `key-${flowId}`, args })
    expect(status).toBe(200)
    const steps = Object.fromEntries(names.map((name) => [name, { status: 'success' as const, result: `value of ${name}` }]))
    expect(JSON.stringify(body)).toBe(JSON.stringify(succeededRun(args, steps)))
  }
})

test.each([
  ['is published if it has a key', { key: 'k' }, 200],
  ['is not published if it says so', { key: 'k', published: false }, 401],
  ['is not published without a key', {}, 401],
] as const)('a workflow of a seed %s', async (...[, members, status]) => {
  const workflow = { flowId: 'f', implementation: () => null, ...members }
  const mock = createMockService({ workspaces: [{ id: 'w', workflows: [workflow] }] })
  expect(await run(mock, { flowId: 'f', key: 'k' })).toMatchObject({ status })
})

test('uses the key of a seed when the workflow is published later', async () => {
  const workflow = { flowId: 'f', key: 'k', published: false, implementation: () => null }
  const mock = createMockService({ workspaces: [{ id: 'w', workflows: [workflow] }] })
  expect(mock.workflowKey('f')).toBeUndefined()
  expect(mock.publishWorkflow('f')).toBe('k')
})

test.each([
  ['publish', (mock) => mock.publishWorkflow('x'), 'Cannot publish workflow "x": no workflow has this flowId'],
  ['archive', (mock) => mock.archiveWorkflow('x'), 'Cannot archive workflow "x": no workflow has this flowId'],
  ['regenerate', (mock) => mock.regenerateKey('a'), 'Cannot regenerate the key of workflow "a": it was never published'],
  [
    'add twice',
    (mock) => mock.addWorkflow('one', { flowId: 'a', implementation: () => 1 }),
    'Cannot add workflow "a": the flowId is taken',
  ],
  [
    'add to no workspace',
    (mock) => mock.addWorkflow('x', { flowId: 'y', implementation: () => 1 }),
    'Cannot add workflow "y": no workspace has the id "x"',
  ],
  [
    'key taken',
    (mock) => mock.addWorkflow('one', { flowId: 'y', key: 'key-b', published: true, implementation: () => 1 }),
    'Cannot give workflow "y" its key: another workflow has it',
  ],
  [
    'publish what is archived',
    (mock) => [mock.archiveWorkflow('b'), mock.publishWorkflow('b')],
    'Cannot publish workflow "b": it is archived; restore it first',
  ],
] satisfies (readonly [string, (mock: ReturnType<typeof service>) => unknown, string])[])(
  'explains why an operation is not possible: %s',
  (...[, attempt, message]) => {
    expect(() => attempt(service())).toThrow(new MockStateError(message))
  },
)

test('an error about an unknown name suggests a similar name', () => {
  const mock = createMockService({
    organizations: [{ id: 'acme' }],
    workspaces: [{ id: 'support', workflows: [{ flowId: 'support-triage', implementation: () => null }] }],
  })
  expect(() => mock.publishWorkflow('suport-triage')).toThrow('no workflow has this flowId; did you mean "support-triage"?')
  expect(() => mock.registries.list('suport')).toThrow('no workspace has the id "suport"; did you mean "support"?')
  expect(() => mock.addWorkflow('suport', { flowId: 'f', implementation: () => null })).toThrow('did you mean "support"?')
  expect(() => mock.creditBalance('acne')).toThrow('no organization has the id "acne"; did you mean "acme"?')
})
