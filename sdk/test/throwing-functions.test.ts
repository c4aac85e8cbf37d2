import type { StandardSchemaV1 as StandardSchema } from '@standard-schema/spec'
import { APIError, defineWorkflow, runMany, type WorkflowClient } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { SUCCESS, succeeded } from './faults.ts'
import { clientOf, rejectionOf } from './test-client.ts'

const STARTED = '{"runId":"r"}'

const thrown = new Error('broken by canary')

function fail(): never {
  throw thrown
}

function response(status: number): Response {
  return new Response('{}', { status })
}

const broken: StandardSchema = { '~standard': { version: 1, vendor: 'test', validate: fail } }

interface Row {
  readonly name: string
  readonly call: (client: WorkflowClient) => Promise<unknown>
  /** The response of the service. */
  readonly body: string
}

const AFTER: readonly Row[] = [
  {
    name: 'the schema of the result',
    call: (client) => client.run(defineWorkflow({ flowId: 'f', result: broken })),
    body: SUCCESS,
  },
  {
    name: 'the function that finds the run ID',
    call: (client) => client.start('f', {}, { runId: fail }),
    body: STARTED,
  },
]

describe.each(AFTER)('An error of $name', ({ call, body }) => {
  test('is a ResponseValidationError with the response and mayHaveRun: true', async () => {
    const { client, sent } = clientOf(() => new Response(body))
    expect(await rejectionOf(call(client))).toMatchObject({
      ...{ name: 'ResponseValidationError', mayHaveRun: true, status: 200, body: JSON.parse(body) },
      message: expect.stringContaining('the response is not as documented: Error: broken by [redacted]'),
      cause: { message: 'broken by [redacted]' },
    })
    expect(sent).toHaveLength(1)
  })
})

test('The error of a transformation that throws has mayHaveRun: true', async () => {
  const { client } = clientOf()
  const result = z.number().transform((value) => new URL(String(value)).host)
  await expect(client.run(defineWorkflow({ flowId: 'f', result }))).rejects.toMatchObject({
    name: 'ResponseValidationError',
    mayHaveRun: true,
    cause: { code: 'ERR_INVALID_URL' },
  })
})

describe('An error before anything is sent', () => {
  const checked = (client: WorkflowClient) => client.run(defineWorkflow({ flowId: 'f', args: broken }), {})
  test.each([
    { by: 'the schema of args', apiKey: 'another-key', call: checked },
    { by: 'apiKey', apiKey: async () => fail(), call: (client: WorkflowClient) => client.run('f') },
  ])('by $by is the cause of a ConfigurationError that names it', async ({ by, apiKey, call }) => {
    const { client, sent } = clientOf(succeeded, { apiKey })
    const message = expect.stringContaining(`: ${by} failed: Error: broken by canary`)
    await expect(call(client)).rejects.toMatchObject({ name: 'ConfigurationError', mayHaveRun: false, message, cause: thrown })
    expect(sent).toEqual([])
  })
})

test('The error for a key that cannot be renewed after a 401 does not contain the key before it', async () => {
  const request = { times: 0 }
  const { client } = clientOf(() => response(401), { apiKey: () => (request.times++ === 0 ? 'canary' : fail()) })
  const cause = expect.objectContaining({ message: 'broken by [redacted]' })
  const message = 'Cannot run workflow f: apiKey failed: Error: broken by [redacted]'
  await expect(client.run('f')).rejects.toMatchObject({ name: 'ConfigurationError', message, cause })
})

test('A key that cannot be renewed after an unknown outcome does not hide this outcome', async () => {
  const request = { times: 0 }
  const apiKey = () => (request.times++ === 0 ? 'canary' : fail())
  const { client, sent } = clientOf([() => response(503), () => response(401)], { apiKey })
  const error = await rejectionOf(client.run('f', {}, { idempotent: true }))
  expect(sent).toHaveLength(2)
  expect(error).toBeInstanceOf(APIError)
  expect(error).toMatchObject({ mayHaveRun: true, message: 'Cannot run workflow f: apiKey failed: Error: broken by [redacted]' })
})

describe('A batch', () => {
  test('reports a run as unknown if a schema throws for its result', async () => {
    const { client, sent } = clientOf()
    const outcomes: string[] = []
    const workflow = defineWorkflow({ flowId: 'f', result: broken })
    for await (const { outcome } of runMany(client, workflow, [{}, {}])) outcomes.push(outcome)
    expect([outcomes, sent.length]).toEqual([['unknown', 'unknown'], 2])
  })

  test('reports an input without a key as refused', async () => {
    const { client, sent } = clientOf(succeeded, { apiKey: fail })
    for await (const item of runMany(client, 'f', [{}]))
      expect(item).toMatchObject({ outcome: 'refused', error: { cause: thrown } })
    expect(sent).toEqual([])
  })
})

describe.each([
  ['throws', fail],
  ['rejects', async () => fail()],
])('A logger that %s', (_, write) => {
  const options = { logger: { debug: write, info: write, warn: write }, logLevel: 'debug' } as const

  test('hides no error, so that a batch does not report a run that may have run as refused', async () => {
    const { client } = clientOf(() => response(500), options)
    expect(await rejectionOf(client.run('f'))).toMatchObject({ name: 'APIError', status: 500, mayHaveRun: true })
    for await (const { outcome } of runMany(client, 'f', [{}])) expect(outcome).toBe('unknown')
  })

  test('does not replace a result, whether documented or not', async () => {
    expect(await clientOf(succeeded, options).client.run('f')).toEqual(JSON.parse(SUCCESS))
    const { client } = clientOf(() => response(200), { ...options, validation: 'warn' })
    expect(await client.run('f')).toEqual({})
  })
})

test.each([
  ['nothing', () => undefined],
  ['object', () => ({ ok: true, status: 200, json: async () => JSON.parse(SUCCESS) })],
  ['"text"', () => 'text'],
])('The error for a fetch that resolves with %s names this value, and mayHaveRun is true', async (found, respond) => {
  const { client, sent } = clientOf(respond as () => never)
  expect(await rejectionOf(client.run('f'))).toMatchObject({
    ...{ name: 'APIConnectionError', mayHaveRun: true },
    message: `Cannot run workflow f: fetch resolved with ${found}, not with a Response`,
  })
  expect(sent).toHaveLength(1)
})
