// served.test.ts: tests the built app, with the mock service in its server. `npm test` builds it and runs this.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createMockControl } from '@wfhost/mock-server'

process.loadEnvFile('.env.development')
const [port, mockPort] = [await freePort(), await freePort()]
const app = `http://localhost:${port}`
const mock = `http://127.0.0.1:${mockPort}`
const control = createMockControl(mock)
const env = { ...process.env, WFHOST_BASE_URL: mock }
const server = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-p', String(port)], {
  env,
  stdio: 'inherit',
})

before(
  async () => {
    while (!(await isResponding())) {
      assert.equal(server.exitCode, null, 'Next.js has ended; see above')
      await setTimeout(100)
    }
  },
  { timeout: 60_000 },
)
after(() => server.kill())
beforeEach(() => control.reset())

test('the page shows the result of a run on the server', async () => {
  const page = await (await fetch(app)).text()
  assert.match(page, /The last one was for billing/)
})

test('the route starts a run with the subject of the request', async () => {
  const response = await ask()
  assert.deepEqual([response.status, (await response.json()).team], [200, 'billing'])
  const runs = await control.journal({ flowId: 'support-triage', args: { subject: 'My invoice is wrong' } })
  assert.equal(runs.length, 1)
})

test('the route responds with 503 over the rate limit', async () => {
  await control.setRateLimit({ requests: 0, windowMs: 60_000 })
  const response = await ask()
  assert.deepEqual([response.status, await response.json()], [503, { message: 'Too many requests' }])
})

test('a signed webhook starts one run with its text unchanged, even if it is delivered twice', async () => {
  const body = '{ "action": "opened" }'
  assert.deepEqual([await deliver(body, 'of-somebody-else'), await deliver(body), await deliver(body)], [401, 202, 202])
  assert.equal((await control.journal({ flowId: 'webhook-intake' })).length, 1)
  assert.equal((await control.journal({ flowId: 'webhook-intake', args: { payload: body } })).length, 1)
})

function ask(): Promise<Response> {
  return fetch(`${app}/api/triage`, { method: 'POST', body: '{"subject":"My invoice is wrong"}' })
}

async function deliver(body: string, secret = process.env['WEBHOOK_SECRET'] ?? ''): Promise<number> {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const headers = { 'x-github-delivery': 'the-first', 'x-hub-signature-256': signature }
  return (await fetch(`${app}/api/webhook`, { method: 'POST', body, headers })).status
}

async function isResponding(): Promise<boolean> {
  return await fetch(app).then(
    () => true,
    () => false,
  )
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('Cannot find a free port')
  return address.port
}
