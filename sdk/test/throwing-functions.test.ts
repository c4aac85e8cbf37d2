import {
  APIError,
  type ContractError,
  createWorkflowClient,
  defineWorkflow,
  runMany,
  type StandardSchema,
  type WorkflowClient,
  type WorkflowKey,
} from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { SUCCESS } from './faults.ts'

const STARTED = '{"runId":"r"}'

/** A client whose service answers with the given statuses in turn and then succeeds, and how often it was asked. */
function clientOf({ apiKey = 'canary', statuses = [] }: { apiKey?: WorkflowKey; statuses?: readonly number[] } = {}) {
  const left = [...statuses]
  const counted = { sent: 0 }
  const fetch = async (request: Request) => {
    counted.sent += 1
    const status = left.shift()
    const { mode } = (await request.json()) as { mode: string }
    return status === undefined ? new Response(mode === 'sync' ? SUCCESS : STARTED) : new Response('{}', { status })
  }
  return {
    counted,
    client: createWorkflowClient({ baseUrl: 'http://localhost', apiKey, fetch, logLevel: 'off', random: () => 0 }),
  }
}

const thrown = new Error('broken by canary')

function fail(): never {
  throw thrown
}

const broken: StandardSchema = { '~standard': { version: 1, vendor: 'test', validate: fail } }

interface Row {
  readonly name: string
  readonly call: (client: WorkflowClient) => Promise<unknown>
  /** What the service answered. */
  readonly body: unknown
}

const AFTER: readonly Row[] = [
  {
    name: 'the schema of the result',
    call: (client) => client.run(defineWorkflow({ flowId: 'f', result: broken })),
    body: JSON.parse(SUCCESS),
  },
  {
    name: 'the function that finds the run ID',
    call: (client) => client.start('f', {}, { runId: fail }),
    body: JSON.parse(STARTED),
  },
]

describe.each(AFTER)('What $name throws', ({ call, body }) => {
  test('is a ContractError that keeps the answer and says that the run may have run', async () => {
    const { client, counted } = clientOf()
    const error = await call(client).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ name: 'ContractError', mayHaveRun: true, status: 200, body })
    const { message, cause } = error as ContractError
    expect(message).toContain('the answer is not as documented: Error: broken by [redacted]')
    expect(cause).toMatchObject({ message: 'broken by [redacted]' })
    expect(counted.sent).toBe(1)
  })
})

test('A transformation of a schema that throws leaves a run that may have run', async () => {
  const { client } = clientOf()
  const result = z.number().transform((value) => new URL(String(value)).host)
  await expect(client.run(defineWorkflow({ flowId: 'f', result }))).rejects.toMatchObject({
    name: 'ContractError',
    mayHaveRun: true,
    cause: { code: 'ERR_INVALID_URL' },
  })
})

describe('What is thrown before anything is sent', () => {
  const checked = (client: WorkflowClient) => client.run(defineWorkflow({ flowId: 'f', args: broken }), {})
  test.each([
    { by: 'the schema of args', apiKey: 'canary', call: checked },
    { by: 'apiKey', apiKey: async () => fail(), call: (client: WorkflowClient) => client.run('f') },
  ])('by $by is the cause of a ConfigurationError that names it', async ({ by, apiKey, call }) => {
    const { client, counted } = clientOf({ apiKey })
    const message = expect.stringContaining(`: ${by} failed: Error: broken by canary`)
    await expect(call(client)).rejects.toMatchObject({ name: 'ConfigurationError', mayHaveRun: false, message, cause: thrown })
    expect(counted.sent).toBe(0)
  })
})

test('A key that cannot be renewed after a 401 is told of without the key before it', async () => {
  const asked = { times: 0 }
  const { client } = clientOf({ apiKey: () => (asked.times++ === 0 ? 'canary' : fail()), statuses: [401] })
  const cause = expect.objectContaining({ message: 'broken by [redacted]' })
  const message = 'Cannot run workflow f: apiKey failed: Error: broken by [redacted]'
  await expect(client.run('f')).rejects.toMatchObject({ name: 'ConfigurationError', message, cause })
})

test('A key that cannot be renewed after a run that may have run does not hide that', async () => {
  const asked = { times: 0 }
  const apiKey = () => (asked.times++ === 0 ? 'canary' : fail())
  const { client, counted } = clientOf({ apiKey, statuses: [503, 401] })
  const error = await client.run('f', {}, { retryUnknown: true }).catch((caught: unknown) => caught)
  expect(counted.sent).toBe(2)
  expect(error).toBeInstanceOf(APIError)
  expect(error).toMatchObject({ mayHaveRun: true, message: 'Cannot run workflow f: apiKey failed: Error: broken by [redacted]' })
})

describe('A batch', () => {
  test('says that a run whose result a schema throws at may have run', async () => {
    const { client, counted } = clientOf()
    const outcomes: string[] = []
    const workflow = defineWorkflow({ flowId: 'f', result: broken })
    for await (const { outcome } of runMany(workflow, [{}, {}], { client })) outcomes.push(outcome)
    expect({ outcomes, ...counted }).toEqual({ outcomes: ['unknown', 'unknown'], sent: 2 })
  })

  test('refuses what was not sent because there was no key', async () => {
    const { client, counted } = clientOf({ apiKey: fail })
    for await (const item of runMany('f', [{}], { client }))
      expect(item).toMatchObject({ outcome: 'refused', error: { cause: thrown } })
    expect(counted.sent).toBe(0)
  })
})
