import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { createSeededRandom, type MockSeed } from '@wfhost/mock-server'
import { enqueueRuns } from '@wfhost/queue'
import { runMany } from '@wfhost/sdk'
import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import type { CountingService } from './counting-service.ts'
import { flowId, key, numbers } from './numbers.ts'
import { endProcess, startProcess } from './processes.ts'
import { clientOf, judge, outcomesOf, untilDone, useQueue } from './use-queue.ts'
import { watchStarts } from './watch-starts.ts'

/** The numbers of inputs and kills. CONTRIBUTING.md explains how to raise them. SEED sets the schedule. */
const RUNS = Number(process.env['RUNS'] ?? 2_000)
const KILLS = Number(process.env['KILLS'] ?? 60)
const SEED = Number(process.env['SEED'] ?? 20_261_122)
const WORKERS = 8

/** The number of faults of each kind in a thousand requests. */
const FAULTS: MockSeed['faults'] = [
  { kind: 'latency', latency: { distribution: 'uniform', minMs: 10, maxMs: 80 } },
  { kind: 'status', status: 503, probability: 0.004 },
  { kind: 'status', status: 429, retryAfterSeconds: 1, probability: 0.001 },
  { kind: 'reset-before-headers', probability: 0.002 },
  { kind: 'response-lost', probability: 0.002 },
]

describe('with killed processes', () => {
  const { open, redis, serve } = useQueue()
  const environmentOf = (QUEUE: string, { apiKey, baseUrl }: CountingService, count = 0) => {
    return { QUEUE, WFHOST_REDIS_URL: redis().url, BASE_URL: baseUrl, KEY: apiKey, COUNT: String(count) }
  }

  const start = (MODE: 'worker' | 'producer' | 'batch', environment: ReturnType<typeof environmentOf>) => {
    return startProcess('killed', { ...environment, MODE })
  }

  test(`${WORKERS} workers and a producer, ${KILLS} times, with faults and limits`, {
    timeout: 400_000 + 20 * RUNS,
  }, async () => {
    const random = createSeededRandom(SEED)
    const delays = Array.from({ length: KILLS }, () => Math.floor(random() * 500))
    const service = await serve(undefined, { faults: FAULTS, rateLimit: { requests: Math.max(50, RUNS / 400), windowMs: 1_000 } })
    const queue = await open('killed')
    const { early, holds, starts, stop } = await watchStarts(queue, redis().url)
    const environment = environmentOf('killed', service, RUNS)
    /** Starts a process repeatedly, and kills it some time after it has started to work. The last one is not killed. */
    const slot = async (name: 'worker' | 'producer'): Promise<ChildProcess> => {
      for (;;) {
        const { child, firstLine } = start(name, environment)
        const wait = name === 'producer' && delays.length < KILLS / 2 ? undefined : delays.pop()
        if (wait === undefined) return child
        await (name === 'worker' ? firstLine : delay(800))
        await delay(wait)
        await endProcess(child, 'SIGKILL')
      }
    }
    const children = await Promise.all([slot('producer'), ...Array.from({ length: WORKERS }, () => slot('worker'))])
    await untilDone(queue, 200_000 + 20 * RUNS)
    expect(await enqueueRuns(queue, flowId, numbers(RUNS), { key })).toEqual({ added: 0, known: RUNS })
    for (const child of children) await endProcess(child, 'SIGTERM')
    expect(children.slice(1).map(({ exitCode }) => exitCode)).toEqual(Array.from({ length: WORKERS }, () => 0))
    const { unknown } = await judge(queue, service, RUNS)
    stop()
    expect(early).toEqual([])
    expect(starts()).toBeGreaterThanOrEqual(RUNS)
    const refused = service.arrivals.filter(({ status }) => status === 429).length
    expect(refused).toBeGreaterThan(5)
    // The faults are unknown, and for each kill the inputs in progress.
    const faults = service.service.faults().filter(({ fault }) => !('retryAfterSeconds' in fault || fault.kind === 'latency'))
    const faulty = faults.reduce((sum, { matched }) => sum + matched, 0)
    expect(faulty).toBeGreaterThan(0)
    expect(unknown).toBeLessThanOrEqual(faulty + KILLS * 4)
    count({
      'killed processes': { kills: KILLS, inputs: RUNS, 'unknown outcomes': unknown, 'faulty responses': faulty },
      'Retry-After': { 'responses with 429': refused, 'waits of all workers': holds.length, 'early starts': early.length },
    })
  })

  test('marks the inputs of a worker that is stopped past its lock as unknown, and counts its late results', {
    timeout: 60_000,
  }, async () => {
    const queue = await open('frozen')
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const service = await serve(async () => {
      await released
      return undefined
    })
    await enqueueRuns(queue, flowId, numbers(3), { key })
    const environment = environmentOf('frozen', service)
    const frozen = start('worker', environment)
    await expect.poll(() => queue.status(), { interval: 50 }).toMatchObject({ active: 3 })
    await delay(300)
    frozen.child.kill('SIGSTOP')
    const other = start('worker', environment)
    await expect.poll(() => queue.status(), { interval: 50 }).toMatchObject({ active: 0, unknown: 3 })
    frozen.child.kill('SIGCONT')
    release()
    await expect.poll(() => queue.status(), { interval: 50 }).toMatchObject({ succeeded: 3, unknown: 0 })
    expect(await judge(queue, service, 3)).toEqual({ unknown: 0 })
    for (const { child } of [frozen, other]) await endProcess(child, 'SIGTERM')
  })

  test('marks the inputs of a silent batch of runMany as unknown, and runs them again on request', {
    timeout: 60_000,
  }, async () => {
    const queue = await open('died')
    let well = false
    const service = await serve(() => (well ? undefined : delay(60_000).then(() => undefined)))
    const batch = start('batch', environmentOf('died', service, 5))
    // The epoch, and three starts.
    await expect.poll(() => queue.redis.hlen(queue.internals.keys.runs), { interval: 50 }).toBe(4)
    await delay(11_000)
    expect([...(await outcomesOf(queue))]).toEqual([])
    await endProcess(batch.child, 'SIGKILL')
    await expect.poll(() => outcomesOf(queue), { interval: 500 }).toEqual(new Map([0, 1, 2].map((n) => [n, 'unknown'])))
    well = true
    expect(await queue.retryUnknown()).toBe(3)
    const outcomes: string[] = []
    for await (const { outcome } of runMany(clientOf(service), flowId, numbers(5), { store: queue.store })) {
      outcomes.push(outcome)
    }
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => 'succeeded'))
  })

  test('with connections that are cut 40 times', { timeout: 180_000 }, async () => {
    const random = createSeededRandom(SEED)
    const queue = await open('cut')
    const service = await serve((n) => delay(n % 30).then(() => undefined))
    const environment = environmentOf('cut', service)
    const workers = [start('worker', environment), start('worker', environment)]
    await Promise.all(workers.map(({ firstLine }) => firstLine))
    const adding = enqueueRuns(queue, flowId, numbers(1_500), { key })
    const cutter = new Redis(redis().url)
    for (let cuts = 0; cuts < 40; cuts += 1) {
      await delay(random() * 100)
      await cutter.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    }
    cutter.disconnect()
    await adding
    await untilDone(queue, 120_000)
    await judge(queue, service, 1_500)
    for (const { child } of workers) await endProcess(child, 'SIGTERM')
    count({ 'cut connections': { cuts: 40, inputs: 1_500 } })
  })
})
