import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createWorkflowClient, runMany } from '@wfhost/sdk'
import { expect, onTestFinished, test, vi } from 'vitest'
import { collect } from './test-client.ts'

const [cert, key] = ['cert', 'key'].map((name) => readFileSync(new URL(`tls/${name}.pem`, import.meta.url)))

test.each([
  { name: 'an untrusted certificate', server: createTlsServer({ cert, key }), code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  { name: 'a service without TLS', server: createServer(), code: 'ERR_SSL_WRONG_VERSION_NUMBER' },
])('A batch ends without a pause after a failure that no wait can mend: $name', async ({ code, server }) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const client = createWorkflowClient({ baseUrl: `https://127.0.0.1:${port}`, apiKey: 'canary' })
  const onProgress = vi.fn()

  const { items, error } = await collect(runMany(client, 'flow', [{}, {}], { concurrency: 1, onProgress }))

  expect(items).toMatchObject([{ outcome: 'refused', error: { mayHaveRun: false } }])
  expect(error).toMatchObject({ name: 'APIConnectionError', message: expect.stringContaining(code) })
  expect(onProgress).not.toHaveBeenCalledWith(expect.objectContaining({ pauseReason: expect.anything() }))
})
