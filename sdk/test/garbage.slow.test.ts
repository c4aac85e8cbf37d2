import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWorkflowClient, runMany } from '@wfhost/sdk'
import { createNodeTransport } from '@wfhost/sdk/node'
import { expect, test } from 'vitest'
import { measureYoungGarbage } from '../../tools/scripts/measure-young-garbage.ts'
import { SUCCESS } from './faults.ts'

const MEGABYTE = 1_000_000
const text = 'x'.repeat(2000)

/** Starts a server on Node that responds to each request with a run that succeeded. */
async function startServer(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(SUCCESS))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')

  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() }
}

test('a call over the Node transport leaves nothing behind that only a full garbage collection frees', async () => {
  await using server = await startServer()
  await using transport = createNodeTransport()
  const client = createWorkflowClient({ baseUrl: server.url, apiKey: 'key-of-a-test', transport })

  const remaining = await measureYoungGarbage(async () => {
    for (let index = 0; index < 2000; index += 1) await client.run('echo', { text })
  })

  expect(remaining).toBeLessThan(5 * MEGABYTE)
})

test('a batch over the Node transport leaves nothing behind that only a full garbage collection frees', async () => {
  await using server = await startServer()
  await using transport = createNodeTransport()
  const client = createWorkflowClient({ baseUrl: server.url, apiKey: 'key-of-a-test', transport })
  const inputs = Array.from({ length: 2000 }, () => ({ text }))

  const remaining = await measureYoungGarbage(async () => {
    for await (const { outcome } of runMany(client, 'echo', inputs, { concurrency: 32 })) expect(outcome).toBe('succeeded')
  })

  expect(remaining).toBeLessThan(5 * MEGABYTE)
})
