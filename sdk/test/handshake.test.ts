import { createWorkflowClient } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { response, startRawServer } from './raw-server.ts'

/** The key under which Node's fetch finds its dispatcher. */
const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1')

interface Handler {
  onConnect?(abort: () => void): void
  onError?(error: Error): void
  onRequestStart?(controller: unknown, context: unknown): void
  onResponseError?(controller: unknown, error: Error): void
}

function run(url: string) {
  const client = createWorkflowClient({ baseUrl: url, apiKey: 'canary', random: () => 0, logLevel: 'off' })
  return client.run('flow').catch((error: unknown) => error)
}

describe('A handshake', () => {
  test('with a port that speaks no TLS leaves nothing sent, and is not repeated', async () => {
    await using server = await startRawServer({ onConnection: (socket) => socket.once('data', () => socket.end(response(400))) })
    expect(await run(server.url.replace('http', 'https'))).toMatchObject({
      ...{ name: 'APIConnectionError', mayHaveRun: false },
      message: 'Cannot run workflow flow: the request could not be sent (ERR_SSL_WRONG_VERSION_NUMBER)',
    })
    expect(server.counted.connections).toBe(1)
  })

  test('that the other side hangs up in leaves nothing sent, and is repeated', async () => {
    await using server = await startRawServer({ onConnection: (socket) => socket.once('data', () => socket.end()) })
    expect(await run(server.url.replace('http', 'https'))).toMatchObject({ name: 'APIConnectionError', mayHaveRun: false })
    expect(server.counted.connections).toBe(3)
  })

  test.each([
    { connected: true, mayHaveRun: true },
    { connected: false, mayHaveRun: false },
  ])('is told from a connection that has stood, as the codes are the same: connected $connected', async (row) => {
    const failed = Object.assign(new Error('wrong version number'), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' })
    // Before Node 26, undici has other names for the same.
    const abort = () => {}
    const dispatcher = {
      dispatch: (_: unknown, handler: Handler) => {
        if (row.connected) (handler.onRequestStart ?? handler.onConnect)?.call(handler, abort, {})
        if (handler.onResponseError) handler.onResponseError({}, failed)
        else handler.onError?.(failed)
        return true
      },
    }
    const holder = globalThis as { [GLOBAL_DISPATCHER]?: unknown }
    const before = holder[GLOBAL_DISPATCHER]
    holder[GLOBAL_DISPATCHER] = dispatcher
    const error = await run('https://flows.example')
    holder[GLOBAL_DISPATCHER] = before
    expect(error).toMatchObject({ name: 'APIConnectionError', mayHaveRun: row.mayHaveRun })
  })
})
