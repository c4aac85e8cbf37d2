import { createMockService, MockStateError } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { succeededRun } from '../../scripts/run-bodies.ts'
import { run } from './call-api.ts'

function service(): ReturnType<typeof createMockService> {
  return createMockService({
    workspaces: [
      { id: 'one', workflows: [{ flowId: 'a', implementation: () => 'a' }] },
      { id: 'two', workflows: [{ flowId: 'b', implementation: () => 'b', published: true, key: 'key-b' }] },
    ],
  })
}

test('the first publication creates the key and later ones keep it (KEY-CREATED)', async () => {
  const mock = service()
  expect(mock.workflowKey('a')).toBeUndefined()
  const key = mock.publishWorkflow('a')
  expect(key).toMatch(/^wfk_[0-9a-z]{32}$/)
  expect(mock.publishWorkflow('a')).toBe(key)
  expect(mock.workflowKey('a')).toBe(key)
  expect(await run(mock, { flowId: 'a', key })).toMatchObject({ status: 200, body: { result: 'a' } })
})

test('a regenerated key replaces the old one at once (KEY-REGENERATED)', async () => {
  const mock = service()
  const key = mock.regenerateKey('b')
  expect(key).not.toBe('key-b')
  expect(await run(mock, { flowId: 'b', key: 'key-b' })).toMatchObject({ status: 401 })
  expect(await run(mock, { flowId: 'b', key })).toMatchObject({ status: 200 })
  expect(mock.workflowKey('b')).toBe(key)
})

test.each(['sync', 'async'] as const)(
  'an unpublished and an archived workflow cannot be started %s (FLOW-UNPUBLISHED, FLOW-ARCHIVED)',
  async (mode) => {
    const mock = service()
    expect(await run(mock, { flowId: 'a', key: 'key-b', mode })).toMatchObject({ status: 404 })
    mock.archiveWorkflow('b')
    expect(await run(mock, { flowId: 'b', key: 'key-b', mode })).toMatchObject({ status: 404 })
    expect(mock.runs()).toEqual([])
  },
)

test('a key opens its own workflow and no other, of its workspace neither (KEY-SCOPE)', async () => {
  const mock = service()
  mock.publishWorkflow('a')
  mock.addWorkflow('two', { flowId: 'c', implementation: () => 'c', published: true, key: 'key-c' })
  for (const flowId of ['a', 'c']) expect(await run(mock, { flowId, key: 'key-b' })).toMatchObject({ status: 403 })
  expect(await run(mock, { flowId: 'b', key: 'key-b' })).toMatchObject({ status: 200 })
})

test('a workflow can be added to a workspace later', async () => {
  const mock = service()
  mock.addWorkflow('two', { flowId: 'c', implementation: () => 'c', published: true, key: 'key-c' })
  expect(await run(mock, { flowId: 'c', key: 'key-c' })).toMatchObject({ body: { result: 'c' } })
})

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
] satisfies (readonly [string, (mock: ReturnType<typeof service>) => unknown, string])[])(
  'what cannot be done is said: %s',
  (...[, attempt, message]) => {
    expect(() => attempt(service())).toThrow(new MockStateError(message))
  },
)

test('an archived workflow is not published again', () => {
  const mock = service()
  mock.archiveWorkflow('b')
  expect(() => mock.publishWorkflow('b')).toThrow('Cannot publish workflow "b": it is archived')
})

test('a name that is nearly one is answered by that one', () => {
  const mock = createMockService({
    organizations: [{ id: 'acme' }],
    workspaces: [{ id: 'support', workflows: [{ flowId: 'support-triage', implementation: () => null }] }],
  })
  expect(() => mock.publishWorkflow('suport-triage')).toThrow('no workflow has this flowId; did you mean "support-triage"?')
  expect(() => mock.registries('suport')).toThrow('no workspace has the id "suport"; did you mean "support"?')
  expect(() => mock.addWorkflow('suport', { flowId: 'f', implementation: () => null })).toThrow('did you mean "support"?')
  expect(() => mock.creditBalance('acne')).toThrow('no organization has the id "acne"; did you mean "acme"?')
})
