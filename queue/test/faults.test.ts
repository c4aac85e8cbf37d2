import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { createSeededRandom } from '@wfhost/mock-server'
import { createRunWorker, enqueueRuns, openRunQueue, type RunQueue, type RunWorker } from '@wfhost/queue'
import { runMany } from '@wfhost/sdk'
import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { count } from '../../scripts/count.ts'
import { type CountingService, startService } from './counting-service.ts'
import { numbers } from './numbers.ts'
import { endProcess, startProcess } from './processes.ts'
import { type Persistence, startRedis, type TestRedis } from './start-redis.ts'
import { clientOf, outcomesOf, untilDone, useQueue } from './use-queue.ts'

const flowId = 'order'
function key({ n }: { readonly n: number }): string {
  return `n${n}`
}

/** Inputs and kills; more of them with RUNS and KILLS. The schedule is that of SEED. */
const RUNS = Number(process.env['RUNS'] ?? 2_000)
const KILLS = Number(process.env['KILLS'] ?? 60)
const SEED = Number(process.env['SEED'] ?? 20_261_122)
const WORKERS = 8

/** What holds in every case: nothing ran twice, what is called a success ran, and nothing is missing. */
async function judge(queue: RunQueue, service: CountingService, inputs: number): Promise<{ readonly unknown: number }> {
  const twice = [...service.ran].filter(([, times]) => times > 1)
  expect(twice).toEqual([])
  const outcomes = await outcomesOf(queue)
  const missing = Array.from({ length: inputs }, (_, n) => n).filter((n) => !outcomes.has(n))
  expect(missing).toEqual([])
  const wrong = [...outcomes].filter(([n, outcome]) => (outcome === 'succeeded' || outcome === 'failed') && !service.ran.has(n))
  expect(wrong).toEqual([])
  const { failed, refused, succeeded, unknown } = await queue.status()
  expect(succeeded + failed + refused + unknown).toBe(inputs)
  return { unknown }
}

describe('with processes that are killed', () => {
  const { open, redis, serve } = useQueue()

  test(`${WORKERS} workers and a producer, ${KILLS} times, with faults and limits`, {
    timeout: 400_000 + 10 * RUNS,
  }, async () => {
    const random = createSeededRandom(SEED)
    const delays = Array.from({ length: KILLS }, () => Math.floor(random() * 500))
    const limited = new Set<number>()
    const service = await serve(async (n) => {
      await delay(20 + (n % 7) * 10)
      if (n % 211 === 7) return new Response('{}', { status: 503 })
      if (n % 150 !== 5 || limited.has(n)) return undefined
      limited.add(n)
      return new Response('{}', { status: 429, headers: { 'retry-after': '1' } })
    })
    const queue = await open('killed')
    const environment = {
      QUEUE: 'killed',
      WFHOST_REDIS_URL: redis().url,
      BASE_URL: service.baseUrl,
      KEY: service.apiKey,
      COUNT: String(RUNS),
    }
    /** Starts a process again and again, and kills it some time after it has said that it works, the last one excepted. */
    const slot = async (name: 'worker' | 'producer'): Promise<ChildProcess> => {
      for (;;) {
        const { child, said } = startProcess(name, environment)
        const wait = name === 'producer' && delays.length < KILLS / 2 ? undefined : delays.pop()
        if (wait === undefined) return child
        await (name === 'worker' ? said : delay(800))
        await delay(wait)
        await endProcess(child, 'SIGKILL')
      }
    }
    const children = await Promise.all([slot('producer'), ...Array.from({ length: WORKERS }, () => slot('worker'))])
    await untilDone(queue, 200_000 + 10 * RUNS)
    expect(await enqueueRuns(queue, numbers(RUNS), { flowId, key })).toEqual({ added: 0, known: RUNS })
    for (const child of children) await endProcess(child, 'SIGTERM')
    expect(children.slice(1).map(({ exitCode }) => exitCode)).toEqual(Array.from({ length: WORKERS }, () => 0))
    const { unknown } = await judge(queue, service, RUNS)
    expect(limited.size).toBeGreaterThan(5)
    // The faults are unknown, and of each kill what was under way.
    expect(unknown).toBeLessThanOrEqual(RUNS / 211 + 1 + KILLS * 4)
    count({ 'killed processes': { kills: KILLS, inputs: RUNS, 'unknown outcomes': unknown, 'answers of 429': limited.size } })
  })

  test('a worker that is stopped past its lock is unknown, and its late results count when it goes on', {
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
    await enqueueRuns(queue, numbers(3), { flowId, key })
    const environment = { QUEUE: 'frozen', WFHOST_REDIS_URL: redis().url, BASE_URL: service.baseUrl, KEY: service.apiKey }
    const frozen = startProcess('worker', environment)
    await expect.poll(() => queue.status(), { interval: 50 }).toMatchObject({ active: 3 })
    await delay(300)
    frozen.child.kill('SIGSTOP')
    const other = startProcess('worker', environment)
    await expect.poll(() => queue.status(), { interval: 50 }).toMatchObject({ active: 0, unknown: 3 })
    frozen.child.kill('SIGCONT')
    release()
    await expect.poll(() => queue.status(), { interval: 50 }).toMatchObject({ succeeded: 3, unknown: 0 })
    expect(await judge(queue, service, 3)).toEqual({ unknown: 0 })
    for (const { child } of [frozen, other]) await endProcess(child, 'SIGTERM')
  })

  test('what a batch of runMany had under way is unknown once it says nothing more, and runs again when somebody asks', {
    timeout: 60_000,
  }, async () => {
    const queue = await open('died')
    let well = false
    const service = await serve(() => (well ? undefined : delay(60_000).then(() => undefined)))
    const environment = {
      QUEUE: 'died',
      WFHOST_REDIS_URL: redis().url,
      BASE_URL: service.baseUrl,
      KEY: service.apiKey,
      COUNT: '5',
    }
    const batch = startProcess('batch', environment)
    await expect.poll(() => queue.redis.hlen(queue.internals.keys.runs), { interval: 50 }).toBe(3)
    await delay(11_000)
    expect([...(await outcomesOf(queue))]).toEqual([])
    await endProcess(batch.child, 'SIGKILL')
    await expect.poll(() => outcomesOf(queue), { interval: 500 }).toEqual(new Map([0, 1, 2].map((n) => [n, 'unknown'])))
    well = true
    expect(await queue.retryUnknown()).toBe(3)
    const outcomes: string[] = []
    for await (const { outcome } of runMany(flowId, numbers(5), { client: clientOf(service), record: queue.record })) {
      outcomes.push(outcome)
    }
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => 'succeeded'))
  })

  test('connections that are cut, 40 times', { timeout: 180_000 }, async () => {
    const random = createSeededRandom(SEED)
    const queue = await open('cut')
    const service = await serve((n) => delay(n % 30).then(() => undefined))
    const environment = { QUEUE: 'cut', WFHOST_REDIS_URL: redis().url, BASE_URL: service.baseUrl, KEY: service.apiKey }
    const workers = [startProcess('worker', environment), startProcess('worker', environment)]
    await Promise.all(workers.map(({ said }) => said))
    const adding = enqueueRuns(queue, numbers(1_500), { flowId, key })
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

/** A Redis of its own, a queue with two workers on it, and 800 inputs that are being added and run. */
async function startCrashing(persistence: Persistence, use: (running: Crashing) => Promise<void>): Promise<void> {
  const redis = await startRedis(persistence)
  const service = await startService((n) => delay(10 + (n % 20)).then(() => undefined))
  const queue = await openRunQueue('crashing', { connection: redis.url })
  const workers: RunWorker[] = []
  const errors: string[] = []
  let addRest = () => {}
  const rest = new Promise<void>((resolve) => {
    addRest = resolve
  })
  try {
    const adding = enqueueRuns(queue, inTwoParts(800, rest), { flowId, key }).catch(
      (error: Error) => void errors.push(error.message),
    )
    for (let at = 0; at < 2; at += 1)
      workers.push(await createRunWorker({ queue, client: clientOf(service), lockDuration: 1_000 }))
    await expect.poll(() => service.arrivals.length, { interval: 20 }).toBeGreaterThan(50)
    await use({ queue, redis, service, adding, addRest, errors })
  } finally {
    for (const worker of workers) await worker.close()
    await queue.close()
    await service.close()
    await redis.stop()
  }
}

interface Crashing {
  readonly queue: RunQueue
  readonly redis: TestRedis
  readonly service: CountingService
  readonly adding: Promise<unknown>
  /** Lets the producer go on, which has added 500. */
  readonly addRest: () => void
  readonly errors: readonly string[]
}

async function* inTwoParts(inputs: number, rest: Promise<void>): AsyncGenerator<{ readonly n: number }> {
  for (const input of numbers(inputs)) {
    if (input.n === 501) await rest
    yield input
  }
}

/** Nothing arrives any more, once what was under way has ended. */
async function expectSilence(service: CountingService): Promise<void> {
  await delay(300)
  const before = service.arrivals.length
  await delay(1_500)
  expect(service.arrivals.length).toBe(before)
}

describe('a Redis that crashes', () => {
  test('and writes before it answers, goes on with everything', { timeout: 90_000 }, () =>
    startCrashing('always', async ({ addRest, adding, errors, queue, redis, service }) => {
      addRest()
      for (let crashes = 0; crashes < 3; crashes += 1) {
        await delay(400)
        await redis.crash()
      }
      await adding
      await untilDone(queue, 60_000)
      expect({ errors, stopped: (await queue.status()).stopped }).toEqual({ errors: [], stopped: undefined })
      await judge(queue, service, 800)
      count({ 'crashes of Redis': { 'appendfsync always': 3, inputs: 800 } })
    }),
  )

  test('and writes every second, sends nothing more until somebody resumes', { timeout: 90_000 }, () =>
    startCrashing('everysec', async ({ addRest, adding, queue, redis, service }) => {
      await redis.crash()
      addRest()
      await expect.poll(() => queue.status()).toMatchObject({ stopped: expect.stringContaining('was restarted') })
      await expectSilence(service)
      await adding
      expect([...service.ran.values()].filter((times) => times > 1)).toEqual([])
      await queue.resume()
      await untilDone(queue, 60_000)
      expect(service.ran.size).toBeGreaterThan(700)
    }),
  )

  test('and writes nothing, says to producer and workers that it has forgotten the batch', { timeout: 90_000 }, () =>
    startCrashing('none', async ({ addRest, adding, errors, queue, redis, service }) => {
      await redis.crash()
      addRest()
      await adding
      expect(errors).toEqual([expect.stringContaining('Redis has forgotten the batch')])
      const again = await openRunQueue('crashing', { connection: redis.url })
      await enqueueRuns(again, numbers(800), { flowId, key })
      await expect.poll(() => queue.status()).toMatchObject({ stopped: expect.stringContaining('has forgotten') })
      await expectSilence(service)
      expect([...service.ran.values()].filter((times) => times > 1)).toEqual([])
      await again.close()
    }),
  )

  test('and is replaced by a replica, sends nothing more until somebody resumes', { timeout: 90_000 }, () =>
    startCrashing('always', async ({ addRest, adding, queue, redis, service }) => {
      addRest()
      const replica = await startRedis('always', ['--replicaof', '127.0.0.1', String(redis.port)])
      await adding
      await untilDone(queue, 60_000)
      expect((await queue.check()).map(({ setting }) => setting)).toEqual(['replicas'])
      await enqueueRuns(queue, [{ n: 800 }], { flowId, key })
      await expect.poll(() => service.ran.get(800)).toBe(1)
      const control = new Redis(replica.url)
      await expect.poll(() => control.dbsize()).toBeGreaterThan(3)
      await control.replicaof('NO', 'ONE')
      const other = await openRunQueue('crashing', { connection: replica.url })
      await enqueueRuns(other, [{ n: 801 }], { flowId, key })
      const worker = await createRunWorker({ queue: other, client: clientOf(service), lockDuration: 1_000 })
      await expect
        .poll(() => other.status())
        .toMatchObject({ stopped: expect.stringContaining('another server took over'), waiting: 1 })
      await other.resume()
      await expect.poll(() => service.ran.get(801)).toBe(1)
      await worker.close()
      control.disconnect()
      await other.close()
      await replica.stop()
    }),
  )
})
