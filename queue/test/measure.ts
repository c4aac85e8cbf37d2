// Measures a queue in comparison with runMany and a bare worker of BullMQ: `npm run bench:queue [-- INPUTS]`. With the word `producer`
// after the number, measures only a producer.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { enqueueRuns, openRunQueue } from '@wfhost/queue'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { flowId, key, numbers } from './numbers.ts'
import { endProcess, startProcess } from './processes.ts'
import { startRedis } from './start-redis.ts'

const inputs = Number(process.argv[2] ?? 10_000)
const redis = await startRedis('everysec')
const control = new Redis(redis.url, { maxRetriesPerRequest: null })
const folder = await mkdtemp(join(tmpdir(), 'measure-queue-'))
const service = startProcess('measured', { MODE: 'service' })
const environment = {
  BASE_URL: (await service.firstLine).trim(),
  WFHOST_REDIS_URL: redis.url,
  COUNT: String(inputs),
  FILE: join(folder, 'done.jsonl'),
}

try {
  if (process.argv[3] === 'producer') await measureProducer()
  else {
    await measureBatch()
    // Pairs, because the speed of a machine changes within minutes.
    for (const workers of [1, 2, 4, 8]) await measureWorkers(workers, await measureBare())
  }
} finally {
  control.disconnect()
  await endProcess(service.child, 'SIGKILL')
  await redis.stop()
  await rm(folder, { recursive: true })
}

async function measureBatch(): Promise<void> {
  const { child, firstLine } = startProcess('measured', { ...environment, MODE: 'runMany' })
  await firstLine
  const began = performance.now()
  await once(child, 'exit')
  report('runMany with a file', { 'inputs/s': perSecond(began) })
}

/** Returns the inputs of a bare worker of BullMQ in a second. */
async function measureBare(): Promise<number> {
  const queue = new Queue('bare', { connection: control })
  const parts = Math.ceil(inputs / 500)
  const part = (at: number) =>
    Array.from({ length: Math.min(500, inputs - at * 500) }, (_, n) => ({ name: 'order', data: { n } }))
  for (let at = 0; at < parts; at += 1) await queue.addBulk(part(at))
  const { child, firstLine } = startProcess('measured', { ...environment, MODE: 'bare', QUEUE: 'bare' })
  await firstLine
  const began = performance.now()
  while ((await queue.getCompletedCount()) < inputs) await delay(20)
  const rate = perSecond(began)
  report('bare BullMQ worker with fetch', { 'inputs/s': rate })
  await endProcess(child, 'SIGKILL')
  await queue.obliterate({ force: true })
  return rate
}

async function measureWorkers(workers: number, bareRate: number): Promise<void> {
  await control.flushall()
  const empty = await usedMemory()
  const queue = await openRunQueue('measured', { connection: redis.url })
  await queue.create()
  const beganAdding = performance.now()
  await enqueueRuns(queue, flowId, numbers(inputs), { key })
  const added = perSecond(beganAdding)
  const waiting = (await usedMemory()) - empty
  const children = Array.from({ length: workers }, () =>
    startProcess('measured', { ...environment, MODE: 'ours', QUEUE: 'measured' }),
  )
  await queue.pause()
  await Promise.all(children.map(({ firstLine }) => firstLine))
  const before = (await queue.status()).succeeded
  await queue.resume()
  const began = performance.now()
  for (;;) {
    if ((await queue.status()).succeeded === inputs) break
    await delay(20)
  }
  const rate = Math.round((1_000 * (inputs - before)) / (performance.now() - began))
  for (const { child } of children) await endProcess(child, 'SIGTERM').catch(() => {})
  const settled = (await usedMemory()) - empty
  await control.del(queue.internals.keys.outcomes)
  const taken = (await usedMemory()) - empty
  report(`${workers} workers`, {
    'inputs/s': rate,
    'of the rate of the bare worker': (rate / bareRate).toFixed(2),
    'added/s': added,
    'bytes of Redis an input that waits': Math.round(waiting / inputs),
    'with its outcome': Math.round(settled / inputs),
    'with its outcome taken': Math.round(taken / inputs),
  })
  await queue.close()
}

/** The heap of a producer, after a collection, at each tenth of the inputs. */
async function measureProducer(): Promise<void> {
  const queue = await openRunQueue('measured', { connection: redis.url })
  await queue.create()
  const heaps: string[] = []
  const onProgress = ({ added }: { readonly added: number }) => {
    if (added < (heaps.length * inputs) / 10) return
    globalThis.gc?.()
    heaps.push((process.memoryUsage().heapUsed / 2 ** 20).toFixed(1))
  }
  const began = performance.now()
  await enqueueRuns(queue, flowId, numbers(inputs), { key, onProgress })
  report('a producer', {
    'added/s': perSecond(began),
    'MB of heap at each tenth': heaps.join(' '),
    'MB of memory at most': Math.round(process.resourceUsage().maxRSS / 2 ** 10),
    'bytes of Redis an input that waits': Math.round((await usedMemory()) / inputs),
  })
  await queue.close()
}

function perSecond(began: number): number {
  return Math.round((1_000 * inputs) / (performance.now() - began))
}

async function usedMemory(): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await control.info('memory'))?.[1])
}

function report(subject: string, figures: Readonly<Record<string, unknown>>): void {
  process.stdout.write(
    `${subject}: ${Object.entries(figures)
      .map(([name, figure]) => `${figure} ${name}`)
      .join(', ')}\n`,
  )
}
