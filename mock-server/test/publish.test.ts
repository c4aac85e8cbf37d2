import { createMockService, createSampleWorld, type MockService, sampleKeys, type Workflow } from '@wfhost/mock-server'
import { createWorkflowClient, defineWorkflow } from '@wfhost/sdk'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import * as zm from 'zod/mini'
import { withSteps } from '../../tools/scripts/run-bodies.ts'
import { run } from './call-api.ts'

const schemas = [
  ['zod', { args: z.object({ subject: z.string(), tags: z.array(z.string()).default([]) }), result: z.string() }],
  ['zod/mini', { args: zm.object({ subject: zm.string(), tags: zm._default(zm.array(zm.string()), []) }), result: zm.string() }],
  ['valibot', { args: v.object({ subject: v.string(), tags: v.optional(v.array(v.string()), []) }), result: v.string() }],
  ['arktype', { args: type({ subject: 'string', tags: type('string[]').default(() => []) }), result: type('string') }],
] as const

describe.each(schemas)('a workflow defined with %s', (...[, { args, result }]) => {
  // Each of the four has the same types, which the union of them hides.
  const triage = defineWorkflow({ flowId: 'triage', args: args as (typeof schemas)[0][1]['args'], result })

  test('runs its implementation with the arguments that the schema returns', async () => {
    const mock = createMockService()
    const apiKey = mock.publish(triage, ({ subject, tags }) => `${subject} ${tags.length}`)
    const client = createWorkflowClient({ baseUrl: 'http://mock.test', apiKey, fetch: mock.fetch })
    expect(await client.run(triage, { subject: 'Invoice' })).toMatchObject({ status: 'success', result: 'Invoice 0' })
    expect(await run(mock, { flowId: 'triage', key: apiKey, args: { subject: 'x' } })).toMatchObject({ body: { result: 'x 0' } })
  })

  test.each([
    [{}, /^args\.subject: /],
    [{ subject: 1 }, /^args\.subject: /],
    [{ subject: 'x', tags: ['a', 2] }, /^args\.tags(\[1\])?: /],
  ])('refuses arguments that do not fit, with their place: %j', async (given, message) => {
    const mock = createMockService()
    const key = mock.publish(triage, () => 'never')
    const response = await run(mock, { flowId: 'triage', key, args: given })
    expect(response).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } })
    expect(mock.runs()).toEqual([])
  })
})

const greet = defineWorkflow({ flowId: 'greet', args: z.object({ name: z.string() }), result: z.string() })

test('an exception of an implementation fails the run with a traceback (RUN-ERROR)', async () => {
  const mock = createMockService()
  const apiKey = mock.publish(greet, ({ name }, { step }) =>
    step('look-up', () => {
      throw new RangeError(`Nobody is called ${name}`)
    }),
  )
  const client = createWorkflowClient({ baseUrl: 'http://mock.test', apiKey, fetch: mock.fetch })
  const error = { name: 'RangeError', value: 'Nobody is called Ada' }
  expect(await client.run(greet, { name: 'Ada' })).toEqual({
    status: 'failed',
    error: {
      ...error,
      traceback: expect.stringMatching(
        /^RangeError: Nobody is called Ada\n(?: {4}at .*publish\.test\.ts:\d+:\d+\)?\n)+ {4}at step look-up\n {4}at workflow greet$/,
      ),
    },
    ...withSteps({ 'look-up': { status: 'failed', error } }),
  })
})

test.each([['a definition without schemas', { flowId: 'plain' }] as const, ['a flowId', 'plain'] as const])(
  'publishes a workflow that accepts any arguments: %s',
  async (...[, workflow]) => {
    const mock = createMockService()
    const key = mock.publish(workflow, (args) => ({ ...args, seen: true }))
    expect(await run(mock, { flowId: 'plain', key, args: { a: 1 } })).toMatchObject({ body: { result: { a: 1, seen: true } } })
    expect(await run(mock, { flowId: 'plain', key, args: { b: 'x' } })).toMatchObject({
      body: { result: { b: 'x', seen: true } },
    })
    expect(await run(mock, { flowId: 'plain', key })).toMatchObject({ body: { result: { seen: true } } })
  },
)

test('still accepts any arguments when it is published again', async () => {
  const mock = createMockService()
  const key = mock.publish('plain', () => 'first')
  mock.publish('plain', ({ a = null }) => a)
  expect(await run(mock, { flowId: 'plain', key, args: { a: 1 } })).toMatchObject({ body: { result: 1 } })
})

test('checks the parameters of a workflow without schemas', async () => {
  const mock = createMockService()
  const key = mock.publish('plain', (args) => args, { parameters: [{ name: 'a', type: 'number' }] })
  expect(await run(mock, { flowId: 'plain', key, args: { a: 1 } })).toMatchObject({ body: { result: { a: 1 } } })
  expect(await run(mock, { flowId: 'plain', key, args: { a: 'x' } })).toMatchObject({ status: 400 })
})

test.each([
  ['a transformation', z.object({ n: z.string().transform(Number) }), 5, true],
  ['a codec', z.object({ n: z.codec(z.string(), z.number(), { decode: Number, encode: String }) }), 5, true],
  ['a date', z.object({ n: z.date() }), '2026-01-01', true],
  ['a default', z.object({ n: z.string().default('x') }), 5, false],
  ['text alone', z.object({ n: z.string() }), 5, false],
  ['a schema of a library without JSON Schema', v.object({ n: v.string() }), 5, false],
] as const)(
  'a refusal names the remedy for a schema that does not accept its own output: %s',
  async (...[, args, n, expected]) => {
    const mock = createMockService()
    const key = mock.publish({ flowId: 'f', args } as Workflow, () => null)
    const { body, status } = await run(mock, { flowId: 'f', key, args: { n } })
    expect([status, /; .*publish the workflow with the option parameters/.test(String(Object(body).message))]).toEqual([
      400,
      expected,
    ])
  },
)

test.each<readonly [given: readonly unknown[], message: string]>([
  [[{}, () => null], 'expected a workflow with a flowId, found undefined'],
  [['..', () => null], 'flowId: expected a flowId that a URL keeps, found ".."'],
  [[undefined, () => null], 'expected a workflow with a flowId, found undefined'],
  [[{ flowId: 'f', args: {} }, () => null], 'Cannot publish workflow "f": args: expected a Standard Schema, found {}'],
  [[{ flowId: 'f', arg: {} }, () => null], 'Cannot publish workflow "f": arg: unknown name "arg"; did you mean "args"?'],
  [[{ flowId: 'f' }, 'null'], 'Cannot publish workflow "f": expected a function as its implementation, found string'],
  [[{ flowId: 'f' }, () => null, { archve: true }], 'unknown name "archve"; did you mean "archived"?'],
  [[{ flowId: 'f' }, () => null, { key: 5 }], 'Cannot publish workflow "f": key: expected a string, found 5'],
])('refuses to publish an invalid workflow with a reason: %j', (given, message) => {
  const mock = createMockService()
  expect(() => Reflect.apply(mock.publish, undefined, given)).toThrow(message)
  expect(mock.state().workflows).toEqual([])
})

test('parameters replace a schema that does not accept its own output', async () => {
  const remind = defineWorkflow({
    flowId: 'remind',
    args: z.object({ at: z.date().transform((date) => date.toISOString()) }),
    result: z.string().transform(Number),
  })
  const mock = createMockService()
  const apiKey = mock.publish(remind, ({ at }) => String(Date.parse(at)), {
    parameters: [{ name: 'at', type: 'string', required: true }],
  })
  const client = createWorkflowClient({ baseUrl: 'http://mock.test', apiKey, fetch: mock.fetch })
  expect(await client.run(remind, { at: new Date(5) })).toMatchObject({ status: 'success', result: 5 })
  expect(await run(mock, { flowId: 'remind', key: apiKey })).toMatchObject({ status: 400 })
})

test('key, name, workspace and archive are options', async () => {
  const mock = createMockService({ workspaces: [{ id: 'first' }, { id: 'second' }] })
  expect(mock.publish(greet, () => 'Hello', { key: 'my-greet-key', workspace: 'second', archived: true })).toBe('my-greet-key')
  expect(await run(mock, { flowId: 'greet', key: 'my-greet-key', args: { name: 'Ada' } })).toMatchObject({ status: 404 })
  expect(() => mock.publish(greet, () => 'Hello')).toThrow('Cannot publish workflow "greet": it is archived')
})

test('a workflow of the seed keeps its key and runs the published implementation', async () => {
  const mock = createMockService(createSampleWorld())
  const echo: Workflow = { flowId: 'echo' }
  expect(mock.publish(echo, () => 'first')).toBe(sampleKeys.workflows.echo)
  mock.publish(echo, () => 'second')
  expect(await run(mock, { flowId: 'echo', key: sampleKeys.workflows.echo })).toMatchObject({ body: { result: 'second' } })
})

test('a workflow of the seed keeps its parameters if the published definition has no schema', async () => {
  const mock = createMockService(createSampleWorld())
  const key = mock.publish({ flowId: 'support-triage' }, ({ subject }) => subject ?? null)
  const triage = (args: object) => run(mock, { flowId: 'support-triage', key, args: { ...args } })
  expect(await triage({ subject: 'Hello' })).toMatchObject({ body: { result: 'Hello' } })
  expect(await triage({})).toMatchObject({ status: 400, body: { message: expect.stringContaining('named subject') } })
})

test.each([
  ['an unknown workspace', (mock) => mock.publish(greet, () => '', { workspace: 'x' }), 'no workspace has the id "x"'],
  [
    'another workspace',
    (mock) => mock.publish({ flowId: 'echo' }, () => '', { workspace: 'finance' }),
    'it is in workspace "support"',
  ],
  ['another key', (mock) => mock.publish({ flowId: 'echo' }, () => '', { key: 'other' }), 'it has a key of its own already'],
  ['an empty flowId', (mock) => mock.publish({ flowId: '' }, () => ''), 'flowId: expected some text, found none'],
] satisfies (readonly [string, (mock: MockService) => unknown, string])[])(
  'what cannot be published says why: %s',
  (...[, attempt, why]) => {
    expect(() => attempt(createMockService(createSampleWorld()))).toThrow(why)
  },
)

test('an argument that is given twice is handled as the assumption says (RUN-ARG-EXTRA)', async () => {
  const results: unknown[] = []
  for (const repeatedArgument of ['reject', 'first', 'last'] as const) {
    const mock = createMockService({}, { assumptions: { repeatedArgument } })
    const headers = { authorization: `Bearer ${mock.publish(greet, ({ name }) => name)}`, 'content-type': 'application/json' }
    const body = '{"args":[{"name":"name","value":"Ada"},{"name":"name","value":"Bob"}]}'
    const url = 'http://mock.test/api/v2/external/flows/greet/published-run'
    const responseBody: unknown = await (await mock.fetch(new Request(url, { method: 'POST', headers, body }))).json()
    results.push(Object(responseBody).result ?? Object(responseBody).message)
  }
  expect(results).toEqual(['args[1].name: expected each argument once, found "name" again', 'Ada', 'Bob'])
})
