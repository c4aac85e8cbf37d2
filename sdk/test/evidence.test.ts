import { createServer } from 'node:http'
import { createWorkflowClient, type Fetch, NotSentError, runMany } from '@wfhost/sdk'
import { openBatchFile } from '@wfhost/sdk/batch-file'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { thrownValues } from '../../tools/scripts/generated-errors.ts'
import { useFolder } from './command-surroundings.ts'
import { SUCCESS } from './faults.ts'
import { response, startRawServer } from './raw-server.ts'
import { clientOf, collect, rejectionOf } from './test-client.ts'

const RUNS = 5 * Number(process.env['RUNS'] ?? 200)
const SEED = Number(process.env['SEED'] ?? 20261126)

afterEach(() => vi.unstubAllGlobals())

/** A service that counts its runs, and a fetch that sends a request several times and then throws. */
function createFailingService(thrown: unknown, requests: number) {
  const counted = { runs: 0, fetches: 0 }
  const service = async () => {
    counted.runs += 1
    return new Response(SUCCESS)
  }
  const fetch: Fetch = async () => {
    counted.fetches += 1
    for (let sent = 0; sent < requests; sent += 1) await service()
    throw thrown
  }
  return { counted, fetch }
}

describe('A fetch of the caller that throws', () => {
  test(`is called once, and the outcome is unknown for any error (seed ${SEED})`, { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(thrownValues, fc.constantFrom(0, 1, 2), async (thrown, requests) => {
        const { counted, fetch } = createFailingService(thrown, requests)
        const { client } = clientOf([], { fetch, logLevel: 'off' })

        const error = await rejectionOf(client.run('flow'))

        expect(error).toMatchObject({ mayHaveRun: true })
        expect(counted).toEqual({ fetches: 1, runs: requests })
      }),
      { numRuns: RUNS, seed: SEED },
    )
    count({ 'thrown values': { 'of a fetch': RUNS } })
  })

  const { at } = useFolder()

  test(`sends no input of a batch twice, nor does the next batch with the same file (seed ${SEED})`, {
    timeout: 300_000,
  }, async () => {
    const cases = fc.sample(fc.record({ thrown: thrownValues, requests: fc.constantFrom(0, 1, 2) }), {
      numRuns: RUNS,
      seed: SEED,
    })
    const expected = cases.map(({ requests }) => ({ fetches: 1, runs: requests }))
    const counted = cases.map(() => ({ fetches: 0, runs: 0 }))
    const fetch: Fetch = async (request) => {
      const { args } = await new Request(request).json()
      const n: number = args[0].value
      const { requests, thrown } = cases[n] ?? { requests: 0, thrown: undefined }
      counted[n] = { fetches: (counted[n]?.fetches ?? 0) + 1, runs: (counted[n]?.runs ?? 0) + requests }
      throw thrown
    }
    const { client } = clientOf([], { fetch, logLevel: 'off' })
    const inputs = cases.map((_, n) => ({ n }))
    const path = at('record.jsonl')

    // The second batch skips every input: the file has an outcome for each.
    for (const started of [RUNS, 0]) {
      await using store = await openBatchFile(path)
      const { error, items } = await collect(runMany(client, 'flow', inputs, { store, maxUnknown: RUNS + 1 }))

      expect(error).toBeUndefined()
      expect(items.filter(({ outcome }) => outcome === 'unknown')).toHaveLength(started)
    }

    expect(counted).toEqual(expected)
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
