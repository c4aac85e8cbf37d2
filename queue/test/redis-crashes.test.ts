import { setTimeout as delay } from 'node:timers/promises'
import { enqueueRuns, openRunQueue, openRunWorker, type RunQueue, type RunWorker } from '@wfhost/queue'
import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { type CountingService, startService } from './counting-service.ts'
import { flowId, key, numbers } from './numbers.ts'
import { type Persistence, startRedis, type TestRedis } from './start-redis.ts'
import { clientOf, judge, untilDone } from './use-queue.ts'

/** A Redis of its own, a queue with two workers, and 800 inputs that are being added and run. */
async function startCrashing(persistence: Persistence, use: (running: Crashing) => Promise<void>): Promise<void> {
  const redis = await startRedis(persistence)
  const service = await startService((n) => delay(10 + (n % 20)).then(() => undefined))
  const queue = await openRunQueue('crashing', { connection: redis.url })
  await queue.create()
  const workers: RunWorker[] = []
  const errors: string[] = []
  let addRest = () => {}
  const rest = new Promise<void>((resolve) => {
    addRest = resolve
  })
  try {
    const adding = enqueueRuns(queue, flowId, inTwoParts(800, rest), { key }).catch(
      (error: Error) => void errors.push(error.message),
    )
    for (let at = 0; at < 2; at += 1) workers.push(await openRunWorker({ queue, client: clientOf(service), lockDuration: 1_000 }))
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
  /** Continues the producer, which has added 500. */
  readonly addRest: () => void
  readonly errors: readonly string[]
}

async function* inTwoParts(inputs: number, rest: Promise<void>): AsyncGenerator<{ readonly n: number }> {
  for (const input of numbers(inputs)) {
    if (input.n === 501) await rest
    yield input
  }
}

/** Waits until everything in progress has ended and nothing more arrives. */
async function expectSilence(service: CountingService): Promise<void> {
  await delay(300)
  const before = service.arrivals.length
  await delay(1_500)
  expect(service.arrivals.length).toBe(before)
}

describe('a Redis that crashes', () => {
  test('and writes before it responds, continues with everything', { timeout: 90_000 }, () =>
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
    startCrashing('everysec', async ({ addRest, adding, errors, queue, redis, service }) => {
      await redis.crash()
      addRest()
      await expect.poll(() => queue.status()).toMatchObject({ stopped: expect.stringContaining('was restarted') })
      await expectSilence(service)
      await adding
      expect(errors).toEqual([expect.stringContaining('Cannot add inputs: Redis was restarted')])
      expect([...service.ran.values()].filter((times) => times > 1)).toEqual([])
      await expect(queue.resume()).rejects.toThrow(/^Cannot resume the queue 'crashing': Redis was restarted, .*run twice/)
      await queue.resume({ mayRunTwice: true })
      await enqueueRuns(queue, flowId, numbers(800), { key })
      await untilDone(queue, 60_000)
      expect(service.ran.size).toBeGreaterThan(700)
    }),
  )

  test('and writes nothing, reports to the producer and the workers that it has forgotten the batch', { timeout: 90_000 }, () =>
    startCrashing('none', async ({ addRest, adding, errors, queue, redis, service }) => {
      await redis.crash()
      addRest()
      await adding
      expect(errors).toEqual([expect.stringContaining('Redis has forgotten the queue')])
      const again = await openRunQueue('crashing', { connection: redis.url })
      for (const each of [queue, again]) {
        await expect.poll(() => each.status()).toMatchObject({ waiting: 0, stopped: expect.stringContaining('has forgotten') })
      }
      await expect(enqueueRuns(again, flowId, numbers(800), { key })).rejects.toThrow(
        /has forgotten .*resume crashing --may-run-twice/,
      )
      await expect(again.create()).rejects.toThrow(/^Cannot create the queue 'crashing': Redis has forgotten/)
      await expectSilence(service)
      expect([...service.ran.values()].filter((times) => times > 1)).toEqual([])
      await again.resume({ mayRunTwice: true })
      await expect.poll(() => again.status()).toMatchObject({ stopped: undefined })
      expect(await queue.status()).toMatchObject({ stopped: undefined })
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
      await enqueueRuns(queue, flowId, [{ n: 800 }], { key })
      await expect.poll(() => service.ran.get(800)).toBe(1)
      const control = new Redis(replica.url)
      await expect.poll(() => control.dbsize()).toBeGreaterThan(3)
      await control.replicaof('NO', 'ONE')
      const other = await openRunQueue('crashing', { connection: replica.url })
      await expect(enqueueRuns(other, flowId, [{ n: 801 }], { key })).rejects.toThrow('another server took over')
      const worker = await openRunWorker({ queue: other, client: clientOf(service), lockDuration: 1_000 })
      await expect
        .poll(() => other.status())
        .toMatchObject({ stopped: expect.stringContaining('another server took over'), waiting: 0 })
      await other.resume({ mayRunTwice: true })
      await enqueueRuns(other, flowId, [{ n: 801 }], { key })
      await expect.poll(() => service.ran.get(801)).toBe(1)
      await worker.close()
      control.disconnect()
      await other.close()
      await replica.stop()
    }),
  )
})
