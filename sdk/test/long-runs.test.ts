import { createWorkflowClient } from '@wfhost/sdk'
import { afterEach, describe, expect, test } from 'vitest'
import { SUCCESS } from './faults.ts'
import { response, startRawServer } from './raw-server.ts'

const KEY = Symbol.for('undici.globalDispatcher.1')
interface Agent {
  readonly constructor: new (options: object) => Agent
}
const globals = globalThis as { [KEY]?: Agent }
await fetch('http://127.0.0.1:9/').catch(() => {})
const before = globals[KEY]

afterEach(() => {
  Object.assign(globals, { [KEY]: before })
})

describe('A run that takes longer than fetch waits', () => {
  test('ends well, where a plain fetch gives up', { timeout: 20_000 }, async () => {
    if (before === undefined) throw new Error('this Node has no global dispatcher')
    // The limit of 300 s, made short enough for a test.
    Object.assign(globals, { [KEY]: new before.constructor({ headersTimeout: 300, bodyTimeout: 300 }) })
    const late = (send: () => void) => void setTimeout(send, 3500)
    const server = await startRawServer({ onRequest: ({ socket }) => late(() => socket.write(response(200, { body: SUCCESS }))) })
    const plain = fetch(server.url, { method: 'POST' }).catch((error: Error) => error.cause)
    const client = createWorkflowClient({ baseUrl: server.url, apiKey: 'canary' })
    expect(await client.run('flow')).toMatchObject({ status: 'success' })
    expect(await plain).toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' })
    await server.close()
  })

  test('is a timeout that may have run when the fetch of another runtime gives up', async () => {
    const cause = Object.assign(new Error('Headers Timeout Error'), { code: 'UND_ERR_HEADERS_TIMEOUT' })
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }))
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', fetch })
    await expect(client.run('flow')).rejects.toMatchObject({
      name: 'APITimeoutError',
      mayHaveRun: true,
      message: 'Cannot run workflow flow: fetch gave up before the timeout of this client (UND_ERR_HEADERS_TIMEOUT)',
    })
  })

  test.each([502, 504, 524])('and that a gateway ends with a page and %i may have run', async (status) => {
    const page = `<html><head><title>Gateway</title></head>${'x'.repeat(2000)}</html>`
    const fetch = async () => new Response(page, { status, headers: { 'content-type': 'text/html' } })
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', fetch })
    const error = await client.run('flow').catch((error: { body: string }) => error)
    expect(error).toMatchObject({ name: 'APIError', status, mayHaveRun: true })
    expect((error as { body: string }).body).toBe(`${page.slice(0, 500)}...`)
  })
})
