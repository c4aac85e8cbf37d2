import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  APIConnectionError,
  createWorkflowClient,
  defineWorkflow,
  NotSentError,
  type ResponseValidationError,
  runMany,
} from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { succeeded } from './faults.ts'
import { startRawServer } from './raw-server.ts'
import { clientOf, collect, rejectionOf } from './test-client.ts'

function refused(): Error {
  return Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
}

function circle(): Error {
  const [first, second] = [new Error('first'), new Error('second')]
  first.cause = second
  second.cause = first
  return first
}

describe('The error of a call that reached the service never has mayHaveRun: false', () => {
  test('when the schema of its result calls the client without success', async () => {
    const elsewhere = clientOf(() => Promise.reject(new NotSentError('no')), { maxRetries: 0 }).client
    const validate = async (value: unknown) => ({ value: [value, await elsewhere.run('other')] })
    const result = { '~standard': { version: 1, vendor: 'test', validate } } as const
    const workflow = defineWorkflow({ flowId: 'flow', args: z.object({}), result })
    const { client, sent } = clientOf()
    const cause = { name: 'APIConnectionError', mayHaveRun: false }
    expect(await rejectionOf(client.run(workflow, {}))).toMatchObject({
      name: 'ResponseValidationError',
      mayHaveRun: true,
      cause,
    })
    expect(sent).toHaveLength(1)
    const { items } = await collect(runMany(client, workflow, [{}]))
    expect(items).toMatchObject([{ outcome: 'unknown' }])
    expect(sent).toHaveLength(2)
  })

  test('when its body breaks with the error of a connection that was refused', async () => {
    const broken = () => new ReadableStream({ pull: (controller) => controller.error(refused()) })
    const { client, sent } = clientOf(() => new Response(broken()))
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'APIConnectionError', mayHaveRun: true })
    expect(sent).toHaveLength(1)
  })

  test.each([
    { what: 'has causes in a circle', make: circle },
    { what: 'has a getter that throws', make: () => Object.defineProperty(new Error('x'), 'code', { get: circle().toString }) },
    { what: 'has entries that are none', make: () => Object.assign(new Error('x'), { entries: () => [1] }) },
    { what: 'has a symbol for a code', make: () => Object.assign(new Error('x'), { code: Symbol('code') }) },
    { what: 'has a symbol for a name', make: () => Object.assign(new Error('x'), { name: Symbol('name') }) },
  ])('when the error of fetch $what', async ({ make }) => {
    const { client, sent } = clientOf(() => Promise.reject(make()))
    const error = await rejectionOf(client.run('flow'))
    expect(error).toBeInstanceOf(APIConnectionError)
    expect(error).toMatchObject({ mayHaveRun: true })
    expect(sent).toHaveLength(1)
  })

  test('when fetch would repeat the request after a 421, which is sent once', async () => {
    let runs = 0
    const server = createServer((request, response) => {
      runs += 1
      request.resume().on('end', () => response.writeHead(421).end('{}'))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const client = createWorkflowClient({ baseUrl, apiKey: 'canary' })
    const message = 'Cannot run workflow flow: the service responded with 421'
    await expect(client.run('flow')).rejects.toMatchObject({ status: 421, message, mayHaveRun: true })
    expect(runs).toBe(1)
    server.closeAllConnections()
    server.close()
  })
})

test('An error leaves out a header whose name only undici accepts', async () => {
  // As the fetch of Node 20 reads it; that of Node 24 refuses such a response.
  const entries = [
    ['x y', '1'],
    ['x-other', '2'],
  ]
  const headers = Object.assign(new Headers(), { [Symbol.iterator]: () => entries.values() })
  const { client } = clientOf(() => Object.defineProperty(new Response('{}'), 'headers', { value: headers }))
  const error = await rejectionOf(client.run('flow'))
  expect(error).toMatchObject({ name: 'ResponseValidationError', status: 200, mayHaveRun: true })
  expect([...((error as ResponseValidationError).headers ?? [])]).toEqual([['x-other', '2']])
})

test.each([
  { name: 'expect', value: '100-continue', code: 'UND_ERR_NOT_SUPPORTED' },
  { name: 'upgrade', value: 'websocket', code: 'UND_ERR_INVALID_ARG' },
])('The error for a header that undici refuses reports that nothing was sent: $name', async ({ name, value, code }) => {
  await using server = await startRawServer({})
  const client = createWorkflowClient({ baseUrl: server.url, apiKey: 'canary', headers: { [name]: value } })
  const message = `Cannot run workflow flow: the request could not be sent to ${new URL(server.url).host} (${code})`
  await expect(client.run('flow')).rejects.toMatchObject({ message, mayHaveRun: false })
  expect(server.counted.requests).toBe(0)
})

test.each([
  { name: 'content-length', value: '5000' },
  { name: 'Transfer-Encoding', value: 'chunked' },
])('Refuses a header that frames the body, from options and hooks: $name', async ({ name, value }) => {
  const message = expect.stringContaining(`Cannot use header ${name.toLowerCase()}: `)
  const refusal = { name: 'ConfigurationError', mayHaveRun: false, message }
  const hooks = { onRequest: ({ headers }: { headers: Headers }) => headers.set(name, value) }
  for (const options of [{ headers: { [name]: value } }, { hooks }]) {
    const { client, sent } = clientOf(succeeded, options)
    await expect(client.run('flow')).rejects.toMatchObject(refusal)
    expect(sent).toEqual([])
  }
})

describe('the limits of a client also apply to a batch', () => {
  test('its total timeout', async () => {
    const { client, sent } = clientOf(succeeded, { totalTimeout: 0 })
    const { items } = await collect(runMany(client, 'flow', [{}, {}]))
    expect(items).toMatchObject([{ outcome: 'refused' }, { outcome: 'refused' }])
    expect(sent).toEqual([])
  })

  test.each([2, 4, 500])('its signal, which ends a batch of %i inputs with an error', async (count) => {
    const controller = new AbortController()
    const { client } = clientOf(() => new Promise(() => controller.abort()), { signal: controller.signal })
    let taken = 0
    function* inputs() {
      for (; taken < count; taken += 1) yield {}
    }
    const outcomes: string[] = []
    const batch = async () => {
      for await (const { outcome } of runMany(client, 'flow', inputs())) outcomes.push(outcome)
    }
    await expect(batch()).rejects.toMatchObject({ name: 'APIUserAbortError' })
    expect(outcomes.length).toBeLessThanOrEqual(4)
    expect(taken).toBeLessThan(10)
  })
})

test('white space around an address is left out', async () => {
  const { client, sent } = clientOf(succeeded, { baseUrl: ' http://localhost/ ' })
  await client.run('flow')
  expect(sent[0]?.url).toBe('http://localhost/api/v2/external/flows/flow/published-run')
})
