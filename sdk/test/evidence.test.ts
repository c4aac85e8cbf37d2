import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createWorkflowClient, NotSentError, runMany } from '@wfhost/sdk'
import { openBatchFile } from '@wfhost/sdk/batch-file'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { createFailingFetch, thrownCases } from '../../tools/scripts/failing-fetch.ts'
import { useFolder } from './command-surroundings.ts'
import { SUCCESS } from './faults.ts'
import { response, startRawServer } from './raw-server.ts'
import { clientOf, collect, rejectionOf } from './test-client.ts'

// `npm run test:hostile` has many more.
const RUNS = 5 * Number(process.env['RUNS'] ?? 50)
const SEED = Number(process.env['SEED'] ?? 20261126)

afterEach(() => vi.unstubAllGlobals())

/** Starts a service over HTTP that counts its runs by the number of the input, their first argument. */
async function startCountingService() {
  const runs = new Map<number, number>()
  const server = createServer(async (request, reply) => {
    const body = JSON.parse(await text(request))
    const n: number = body.args[0].value
    runs.set(n, (runs.get(n) ?? 0) + 1)
    reply.setHeader('content-type', 'application/json').end(SUCCESS)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { baseUrl: `http://127.0.0.1:${port}`, runs, [Symbol.asyncDispose]: close }
}

describe('A fetch of the caller that throws', () => {
  test(`is called once, and the outcome is unknown for any error (seed ${SEED})`, { timeout: 120_000 }, async () => {
    await using service = await startCountingService()
    const cases = fc.sample(thrownCases, { numRuns: RUNS, seed: SEED })
    const { calls, fetch: failingFetch } = createFailingFetch(cases)
    const { client } = clientOf([], { baseUrl: service.baseUrl, fetch: failingFetch, logLevel: 'off' })

    for (const [n, { requests }] of cases.entries()) {
      const error = await rejectionOf(client.run('flow', { n }))

      expect(error).toMatchObject({ mayHaveRun: true })
      expect([calls.get(n), service.runs.get(n) ?? 0]).toEqual([1, requests])
    }
    count({ 'thrown values': { 'of a fetch': RUNS } })
  })

  const { at } = useFolder()

  test(`sends no input of a batch twice, nor does the next batch with the same file (seed ${SEED})`, {
    timeout: 300_000,
  }, async () => {
    await using service = await startCountingService()
    const cases = fc.sample(thrownCases, { numRuns: RUNS, seed: SEED })
    const { calls, fetch: failingFetch } = createFailingFetch(cases)
    const { client } = clientOf([], { baseUrl: service.baseUrl, fetch: failingFetch, logLevel: 'off' })
    const inputs = cases.map((_, n) => ({ n }))
    const path = at('record.jsonl')

    // The second batch skips every input: the file has an outcome for each.
    for (const started of [RUNS, 0]) {
      await using store = await openBatchFile(path)
      const { error, items } = await collect(runMany(client, 'flow', inputs, { store, maxUnknown: RUNS + 1 }))

      expect(error).toBeUndefined()
      expect(items.filter(({ outcome }) => outcome === 'unknown')).toHaveLength(started)
    }

    expect(inputs.map(({ n }) => calls.get(n))).toEqual(inputs.map(() => 1))
    expect(inputs.map(({ n }) => service.runs.get(n) ?? 0)).toEqual(cases.map(({ requests }) => requests))
    count({ 'thrown values': { 'of a batch': RUNS } })
  })

  test('is called again after a NotSentError, which proves that nothing was sent', async () => {
    const { client, sent } = clientOf(() => Promise.reject(new NotSentError('The tunnel is down')))
    const message = 'Cannot run workflow flow: the request could not be sent to localhost (The tunnel is down)'
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'APIConnectionError', mayHaveRun: false, message })
    expect(sent).toHaveLength(3)
  })

  test('is not called again when a NotSentError is only the cause of another error', async () => {
    const thrown = new TypeError('fetch failed', { cause: new NotSentError('The audit log is down') })
    const { client, sent } = clientOf(() => Promise.reject(thrown))
    await expect(client.run('flow')).rejects.toMatchObject({ mayHaveRun: true })
    expect(sent).toHaveLength(1)
  })
})

/** Returns a port without a server. */
async function findClosedUrl(): Promise<string> {
  const closed = await startRawServer({})
  await closed.close()
  return closed.url
}

describe('The global fetch', () => {
  test('of Node sends nothing if it gets no connection', async () => {
    const client = createWorkflowClient({ baseUrl: await findClosedUrl(), apiKey: 'canary', random: () => 0 })
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'APIConnectionError', mayHaveRun: false })
  })

  test('is called once if it is wrapped, because the wrapper may have sent the request', async () => {
    await using server = await startRawServer({ onRequest: ({ socket }) => socket.write(response(200, { body: SUCCESS })) })
    const auditLog = await findClosedUrl()
    const fetchOfNode = globalThis.fetch
    let calls = 0
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      calls += 1
      await fetchOfNode(...args)
      return fetchOfNode(auditLog)
    })
    const client = createWorkflowClient({ baseUrl: server.url, apiKey: 'canary', random: () => 0 })
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'APIConnectionError', mayHaveRun: true })
    expect([calls, server.counted.requests]).toEqual([1, 1])
  })

  test('that fails over to another server is called once, even if it throws the first error', async () => {
    await using backup = await startRawServer({ onRequest: ({ socket }) => void socket.destroy() })
    const fetchOfNode = globalThis.fetch
    let calls = 0
    vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
      calls += 1
      try {
        return await fetchOfNode(...args)
      } catch (error) {
        await fetchOfNode(backup.url, { method: 'POST', body: '{}' }).catch(() => {})
        throw error
      }
    })
    const client = createWorkflowClient({ baseUrl: await findClosedUrl(), apiKey: 'canary', random: () => 0 })
    await expect(client.run('flow')).rejects.toMatchObject({ mayHaveRun: true })
    expect([calls, backup.counted.requests]).toEqual([1, 1])
  })
})

/** The key under which Node keeps the dispatcher of its fetch. */
const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1')

interface Dispatcher {
  dispatch(options: object, handler: object): boolean
}

/** Runs code while the dispatcher of Node's fetch has an interceptor. */
async function withInterceptor(intercept: (next: Dispatcher) => Dispatcher['dispatch'], code: () => Promise<void>) {
  const holder = globalThis as { [GLOBAL_DISPATCHER]?: Dispatcher }
  const before = holder[GLOBAL_DISPATCHER]
  if (before === undefined) throw new Error('fetch has no dispatcher')
  // As `compose` of undici makes it.
  holder[GLOBAL_DISPATCHER] = new Proxy(before, {
    get: (target, key) => (key === 'dispatch' ? intercept(before) : Reflect.get(target, key)),
  })
  await code().finally(() => {
    holder[GLOBAL_DISPATCHER] = before
  })
}

describe('A dispatcher with an interceptor', () => {
  test('that reports a refused connection proves nothing, because it may have sent the request elsewhere', async () => {
    let requests = 0
    const backup = createServer((request, reply) => {
      requests += 1
      request.resume().on('end', () => reply.destroy())
    }).listen(0, '127.0.0.1')
    const baseUrl = await findClosedUrl()
    const failOver = (next: Dispatcher) => (options: object, handler: object) => {
      requests += 1
      return next.dispatch(options, handler)
    }
    await withInterceptor(failOver, async () => {
      const client = createWorkflowClient({ baseUrl, apiKey: 'canary', random: () => 0 })
      await expect(client.run('flow')).rejects.toMatchObject({ mayHaveRun: true })
    })
    backup.close()
    expect(requests).toBe(1)
  })
})

describe('A time limit', () => {
  test('that passes before there is a connection proves that nothing was sent', async () => {
    // A TLS handshake that never ends: the connection is not ready before it.
    await using server = await startRawServer({})
    const client = createWorkflowClient({
      baseUrl: server.url.replace('http', 'https'),
      apiKey: 'canary',
      timeout: 100,
      maxRetries: 0,
    })
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'APITimeoutError', mayHaveRun: false })
    expect(server.counted.requests).toBe(0)
  })

  test('that passes after the request was written makes the outcome unknown', async () => {
    await using server = await startRawServer({})
    const client = createWorkflowClient({ baseUrl: server.url, apiKey: 'canary', timeout: 100 })
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'APITimeoutError', mayHaveRun: true })
    expect(server.counted.requests).toBe(1)
  })
})
