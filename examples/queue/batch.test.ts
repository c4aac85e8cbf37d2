// batch.test.ts: a batch through a Redis of its own, to a mock service. `npm test` needs redis-server, and no running server.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { openRunQueue } from '@wfhost/queue'

const TICKETS = 400

const service = createMockService({ ...createSampleWorld(), rateLimit: { requests: 10_000, windowMs: 1000 } })
const ran: unknown[] = []
service.publish({ flowId: 'support-triage' }, ({ subject }) => ran.push(subject))
const server = await listen(service)
const folder = mkdtempSync(join(tmpdir(), 'tickets-'))
const port = await freePort()
const env = {
  ...process.env,
  WFHOST_REDIS_URL: `redis://127.0.0.1:${port}`,
  WFHOST_BASE_URL: server.url,
  WFHOST_API_KEY: sampleKeys.workflows['support-triage'],
  PORT: '0',
}
const redisOptions = ['--port', String(port), '--dir', folder, '--save', '', '--maxmemory-policy', 'noeviction']
const children: ChildProcess[] = [spawn('redis-server', redisOptions, { stdio: 'ignore' })]

after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await server.close()
  rmSync(folder, { recursive: true })
})

test('two workers run each ticket once, and appear in Bull Board, in Prometheus and as spans', {
  timeout: 120_000,
}, async () => {
  const file = join(folder, 'tickets.jsonl')
  const tickets = Array.from({ length: TICKETS }, (_, number) => JSON.stringify({ subject: `Ticket ${number}` }))
  writeFileSync(file, tickets.join('\n'))
  const queue = await openRunQueue('tickets', { connection: env.WFHOST_REDIS_URL })
  await queue.create()
  const dashboard = start('dashboard')
  const workers = [start('work'), start('work')]
  await until(async () => (await queue.status()).workers === 2)
  assert.equal(produce(file), `${TICKETS} added, 0 known\n`)
  await until(async () => {
    const { active, waiting } = await queue.status()
    return active + waiting === 0
  })
  assert.equal((await queue.status()).succeeded, TICKETS)
  await queue.close()
  assert.deepEqual([ran.length, new Set(ran).size], [TICKETS, TICKETS])
  assert.equal(produce(file), `0 added, ${TICKETS} known\n`)

  await until(async () => dashboard.said.includes('"port"'))
  const url = `http://127.0.0.1:${/"port":(\d+)/.exec(dashboard.said)?.[1]}`
  const { queues } = await (await fetch(`${url}/queues/api/queues`)).json()
  assert.deepEqual([queues[0].name, queues[0].readOnlyMode, queues[0].counts.failed], ['{tickets}', true, 0])
  const metrics = await (await fetch(`${url}/metrics`)).text()
  assert.match(metrics, /^bullmq_job_count\{queue="\{tickets\}", state="waiting", product="tickets"\} 0$/m)

  const closing = workers.map(({ child }) => once(child, 'close'))
  for (const { child } of workers) child.kill('SIGTERM')
  assert.deepEqual(await Promise.all(closing), [
    [0, null],
    [0, null],
  ])
  const spans = workers.map(({ said: message }) => message.match(/name: 'process \{tickets\}'/g)?.length ?? 0)
  assert(Math.min(...spans) > 0, `each worker ran some: ${spans}`)
  assert.equal(
    spans.reduce((sum, each) => sum + each, 0),
    TICKETS,
  )
})

function produce(file: string): string {
  return execFileSync(process.execPath, ['produce.ts', file], { env, encoding: 'utf8' })
}

interface Started {
  readonly child: ChildProcess
  said: string
}

/** Starts a script like package.json, but without npm, which would receive the signal. */
function start(name: 'dashboard' | 'work'): Started {
  const flags = name === 'work' ? ['--import', './tracing.ts'] : []
  const child = spawn(process.execPath, [...flags, `${name}.ts`], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const started: Started = { child, said: '' }
  child.stdout.on('data', (text: Buffer) => {
    started.said += text
  })
  return started
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await setTimeout(200)
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
