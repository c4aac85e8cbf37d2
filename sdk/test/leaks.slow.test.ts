import { spawn } from 'node:child_process'
import { getEventListeners } from 'node:events'
import { createWorkflowClient } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { limited, SUCCESS, succeeded } from './faults.ts'
import { response, startRawServer } from './raw-server.ts'
import { MEGABYTE, settledHeap } from './settled-heap.ts'
import { clientOf } from './test-client.ts'

const CALLS = 10_000

describe('A client', () => {
  test(`leaves no listener and a flat heap after ${CALLS} calls on one signal`, { timeout: 60_000 }, async () => {
    const { signal } = new AbortController()
    let sent = 0
    const fetch = async () => {
      sent += 1
      return sent % 100 === 0 ? limited(0) : succeeded()
    }
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', signal, fetch, totalTimeout: 60_000 })
    const call = (count: number) =>
      Promise.all(Array.from({ length: count }, () => client.run('flow', { text: 'x' }, { signal })))
    for (let batch = 0; batch < 20; batch += 1) await call(100)
    const before = await settledHeap()
    for (let batch = 0; batch < CALLS / 100; batch += 1) await call(100)
    const grown = (await settledHeap()) - before
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    expect(grown).toBeLessThan(2 * MEGABYTE)
    process.stdout.write(`leaks: ${CALLS} calls, 0 listeners left, heap grew by ${Math.round(grown / 1024)} kB\n`)
  })

  test('cancels the body of a response that it does not read, and aborts only the signal of its request', async () => {
    let cancelled = 0
    const countCancel = () => {
      cancelled += 1
    }
    const body = () => new ReadableStream({ cancel: countCancel })
    const refuse = () => new Response(body(), { status: 429, headers: { 'retry-after': '0' } })
    const { client, sent } = clientOf([refuse, refuse, succeeded])
    await client.run('flow')
    expect(cancelled).toBe(2)
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true, false])
  })

  test('cancels the body of a response that comes after the call was given up', async () => {
    let cancelled = 0
    const countCancel = () => {
      cancelled += 1
    }
    let arrive = (_: Response) => {}
    const { client } = clientOf(() => new Promise((resolve) => (arrive = resolve)), { timeout: 20 })
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'APITimeoutError' })
    arrive(new Response(new ReadableStream({ cancel: countCancel })))
    await new Promise((resolve) => setImmediate(resolve))
    expect(cancelled).toBe(1)
  })

  test('frees the connection of a 429 whose body never ends', async () => {
    const closed: Promise<unknown>[] = []
    await using server = await startRawServer({
      onRequest: ({ number, socket }) => {
        closed.push(new Promise((resolve) => socket.on('close', resolve)))
        const endless = 'HTTP/1.1 429 No\r\nretry-after: 0\r\ntransfer-encoding: chunked\r\n\r\n2\r\nno\r\n'
        return socket.write(number === 1 ? endless : response(200, { body: SUCCESS }))
      },
    })
    const client = createWorkflowClient({ baseUrl: server.url, apiKey: 'canary' })
    expect((await client.run('flow')).status).toBe('success')
    await closed[0]
  })

  test('does not keep its process alive after the last call has settled', { timeout: 20_000 }, async () => {
    await using server = await startRawServer({ onRequest: ({ socket }) => socket.write(response(200, { body: SUCCESS })) })
    const script = `
      import { createWorkflowClient } from '@wfhost/sdk'
      const { signal } = new AbortController()
      const client = createWorkflowClient({ baseUrl: '${server.url}', apiKey: 'canary', signal })
      await client.run('flow', {}, { timeout: 60_000, totalTimeout: 60_000 })`
    const child = spawn(process.execPath, ['--conditions=@wfhost/source', '--input-type=module', '-e', script], {
      cwd: import.meta.dirname,
    })
    // Its timers would keep it for 60 s, and this test has 20.
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0)
  })
})
