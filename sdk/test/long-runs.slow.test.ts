import { createWorkflowClient } from '@wfhost/sdk'
import { afterEach, describe, expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { createFakeClock } from './fake-clock.ts'
import { SUCCESS } from './faults.ts'
import { response, startRawServer } from './raw-server.ts'
import { clientOf, rejectionOf } from './test-client.ts'

const KEY = Symbol.for('undici.globalDispatcher.1')
interface Agent {
  readonly constructor: new (options: object) => Agent
}
const globals = globalThis as { [KEY]?: Agent }
await fetch('http://127.0.0.1:9/').catch(() => {})
const before = globals[KEY]

function undiciError(message: string, code: string): TypeError {
  return new TypeError(message, { cause: Object.assign(new Error(code), { code }) })
}

/** The error of fetch at its own limit, which cannot be lifted from here. Each row has the default limit and the code. */
const GIVEN_UP = [
  ['an undici that waits for a head', 300, undiciError('fetch failed', 'UND_ERR_HEADERS_TIMEOUT'), ' (UND_ERR_HEADERS_TIMEOUT)'],
  ['an undici that waits for a body', 300, undiciError('terminated', 'UND_ERR_BODY_TIMEOUT'), ' (UND_ERR_BODY_TIMEOUT)'],
  ['Bun', 300, new DOMException('The operation timed out.', 'TimeoutError'), ''],
] as const
const FAILED = [
  ['Chromium', 300, new TypeError('Failed to fetch'), ''],
  ['Firefox', 90, new TypeError('NetworkError when attempting to fetch resource.'), ''],
  ['a gateway that hangs up', 60, undiciError('fetch failed', 'UND_ERR_SOCKET'), ' (UND_ERR_SOCKET)'],
] as const
const LIMITS = [
  ...GIVEN_UP.map(([runtime, seconds, thrown, code]) => {
    const message = `fetch gave up at a time limit of its own after ${seconds} s${code}. Lift that limit, or use start()`
    return { name: 'APITimeoutError', runtime, seconds, thrown, message }
  }),
  ...FAILED.map(([runtime, seconds, thrown, code]) => {
    return { name: 'APIConnectionError', runtime, seconds, thrown, message: `the connection failed after ${seconds} s${code}` }
  }),
]

afterEach(() => {
  Object.assign(globals, { [KEY]: before })
})

describe('A run that takes longer than fetch waits', () => {
  test('succeeds where a plain fetch times out', { timeout: 20_000 }, async () => {
    if (before === undefined) throw new Error('this Node has no global dispatcher')
    // The limit of 300 s, made short enough for a test.
    Object.assign(globals, { [KEY]: new before.constructor({ headersTimeout: 300, bodyTimeout: 300 }) })
    const late = (send: () => void) => void setTimeout(send, 3500)
    await using server = await startRawServer({
      onRequest: ({ socket }) => late(() => socket.write(response(200, { body: SUCCESS }))),
    })
    const plain = fetch(server.url, { method: 'POST' }).catch((error: Error) => error.cause)
    const client = createWorkflowClient({ baseUrl: server.url, apiKey: 'canary' })
    expect(await client.run('flow')).toMatchObject({ status: 'success' })
    expect(await plain).toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' })
  })

  test.each(LIMITS)('reports the time after which $runtime ended it', async ({ thrown, seconds, name, message }) => {
    const clock = createFakeClock()
    const respond = () => new Promise<never>((_, reject) => clock.after(seconds * 1000, () => reject(thrown)))
    const outcome = rejectionOf(clientOf(respond, { clock }).client.run('flow'))
    await clock.advance(seconds * 1000)
    expect(await outcome).toMatchObject({ name, mayHaveRun: true, message: `Cannot run workflow flow: ${message}` })
    count({ 'limits of other runtimes': { named: 1 } })
  })

  test.each([502, 504, 524])('has mayHaveRun: true if a gateway ends it with a page and %i', async (status) => {
    const page = `<html>\r\n<head>\n  <title>Gateway</title></head>${'x'.repeat(2000)}</html>`
    const { client } = clientOf(() => new Response(page, { status, headers: { 'content-type': 'text/html' } }))
    const message = expect.stringMatching(new RegExp(`responded with ${status}: <html> <head> <title>Gateway</title></head>x+…$`))
    const output = { status, message, body: `${page.slice(0, 500)}…` }
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'APIError', mayHaveRun: true, ...output })
  })
})
