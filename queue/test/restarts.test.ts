import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createSeededRandom } from '@wfhost/mock-server'
import { openRunQueue, type RunQueue } from '@wfhost/queue'
import { runMany } from '@wfhost/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import type { CountingService } from './counting-service.ts'
import { flowId, numbers } from './numbers.ts'
import { endProcess, startProcess } from './processes.ts'
import { INPUTS, Processes, produce, ranTwice, startSlowService } from './processes-of-a-queue.ts'
import { type Persistence, startRedis, type TestRedis } from './start-redis.ts'
import { clientOf, judge, untilDone } from './use-queue.ts'

/** The number of restarts of Redis over all modes. CONTRIBUTING.md explains how to raise it. SEED sets the schedule. */
const RESTARTS = Number(process.env['RESTARTS'] ?? 24)
const SEED = Number(process.env['SEED'] ?? 20_261_126)
const MODES: readonly Persistence[] = ['none', 'snapshots', 'everysec', 'always']

describe.each(MODES)(
  'restarts at any time never send an input twice, with any new processes, until a person lifts the stop',
  (mode) => {
    test('restarts at any time never send an input twice, whoever joins, until a person lifts the stop', {
      timeout: 60_000 + RESTARTS * 5_000,
    }, async () => {
      const random = createSeededRandom(SEED + MODES.indexOf(mode))
      const chance = (probability: number) => random() < probability
      const folder = await mkdtemp(join(tmpdir(), 'restarts-'))
      const redis = await startRedis(mode)
      let restarts = 0
      let lifted = 0
      const crash = async () => {
        await redis.crash()
        restarts += 1
      }

      for (let round = 0; restarts < RESTARTS / MODES.length; round += 1) {
        const service = await startSlowService()
        const processes = new Processes(`round-${round}`, redis, service)
        const file = chance(0.5) ? join(folder, `round-${round}`) : undefined
        const first = await processes.join('worker', file)
        if (file === undefined) await first.create()
        else await produce(first)
        await processes.join('worker')
        const adding = produce(await processes.join('producer', file))

        await expect.poll(() => service.arrivals.length, { interval: 5 }).toBeGreaterThan(Math.floor(random() * 40))
        if (mode === 'snapshots' && chance(0.7)) await first.redis.bgsave().catch(() => {})
        await delay(random() * 60)
        const old = processes.queues()
        await crash()
        await adding
        if (chance(0.4)) await delay(random() * 1_500)
        if (chance(0.4)) await processes.leave()
        if (chance(0.3)) await crash()

        await processes.join('worker')
        const production = await produce(await processes.join('producer', file))
        if (chance(0.3)) await processes.join('worker', file)
        if (chance(0.3)) await crash()
        const repeated = await produce(await processes.join('producer'))
        const outsider = await processes.join('producer')

        if (mode === 'always') {
          await untilDone(outsider)
          expect({ production, repeated }).toEqual({ production: 'added', repeated: 'added' })
          await judge(outsider, service, INPUTS)
        } else {
          await delay(1_300)
          expect({ round, twice: ranTwice(service) }).toEqual({ round, twice: [] })
          expect([production, repeated]).toEqual([
            expect.stringMatching(/^Cannot add inputs: Redis /),
            expect.stringMatching(/twice/),
          ])
          for (const queue of processes.queues()) expect((await queue.status()).stopped).toMatch(/^Redis /)
          if (chance(0.4)) {
            await lift(outsider)
            lifted += 1
            expect(await produce(outsider)).toBe('added')
            await untilDone(outsider)
            expect([...service.ran.keys()].length).toBe(INPUTS)
          }
        }
        expect(old.length).toBe(3)
        await processes.leave()
        await service.close()
      }

      await redis.stop()
      await rm(folder, { recursive: true })
      count({ 'restarts of Redis': { [`restarts with persistence ${mode}`]: restarts, 'lifted by a person': lifted } })
    })
  },
)

/** Lifts a stop as the message advises: creates a lost queue, and resumes a queue that Redis may have forgotten. */
async function lift(queue: RunQueue): Promise<void> {
  const { stopped = '' } = await queue.status()
  if (stopped.startsWith('Redis does not have the queue')) return queue.create()
  await expect(queue.resume()).rejects.toThrow(/^Cannot resume the queue .*--may-run-twice$/)
  await queue.resume({ mayRunTwice: true })
}

describe('processes that start after Redis was killed send nothing again, and the status keeps the stop', () => {
  let redis: TestRedis
  let service: CountingService
  beforeAll(async () => {
    redis = await startRedis('none')
    service = await startSlowService()
  })
  afterAll(async () => {
    await service.close()
    await redis.stop()
  })

  test('an empty Redis that now writes to its disk does not count as a new one', {
    timeout: 60_000,
  }, async () => {
    const queue = await openRunQueue('processes', { connection: redis.url })
    await queue.create()
    const environment = {
      QUEUE: 'processes',
      WFHOST_REDIS_URL: redis.url,
      BASE_URL: service.baseUrl,
      KEY: service.apiKey,
      COUNT: String(INPUTS),
    }
    const a = startProcess('killed', { ...environment, MODE: 'worker' })
    await a.firstLine
    await startProcess('killed', { ...environment, MODE: 'producer' }).firstLine
    await expect.poll(() => service.arrivals.length, { interval: 10 }).toBeGreaterThan(20)
    await redis.crash()
    const b = startProcess('killed', { ...environment, MODE: 'worker' })
    await b.firstLine
    expect(await startProcess('killed', { ...environment, MODE: 'producer' }).firstLine).toContain('Cannot add inputs: Redis ')
    await endProcess(a.child, 'SIGKILL')
    await redis.crash()
    expect(await startProcess('killed', { ...environment, MODE: 'producer' }).firstLine).toContain(
      'Cannot add inputs: Redis does not have',
    )
    const late = await openRunQueue('processes', { connection: redis.url })
    expect((await late.status()).stopped).toMatch(/Redis has lost it/)
    await delay(1_500)
    expect(ranTwice(service)).toEqual([])
    await endProcess(b.child, 'SIGKILL')
    await queue.close()
    await late.close()
  })

  test('the disappearance of %s in a running Redis stops old and new processes', { timeout: 60_000 }, async () => {
    const processes = new Processes('now-durable', redis, service)
    const queue = await processes.join('producer')
    await queue.create()
    await redis.crash()
    await processes.leave()
    const late = await processes.join('producer')
    await late.redis.config('SET', 'appendonly', 'yes')
    await late.redis.config('SET', 'appendfsync', 'always')
    expect(await produce(late)).toMatch(/^Cannot add inputs: Redis does not have the queue.* wfhost queue create now-durable/)
    await late.redis.config('SET', 'appendonly', 'no')
    await processes.leave()
  })

  test.each([
    ['all keys', (queue: RunQueue) => queue.redis.flushall(), 'Redis has forgotten'],
    ['the runs', (queue: RunQueue) => queue.redis.del(queue.internals.keys.runs), 'Redis has removed a key'],
    ['the batch', (queue: RunQueue) => queue.redis.del(queue.bull.toKey('batch')), 'Redis has forgotten'],
  ])('a batch of runMany in a new process also runs nothing', async (what, remove, reason) => {
    const processes = new Processes(`removed-${what.replace(' ', '-')}`, redis, service)
    const queue = await processes.join('worker')
    await queue.create()
    expect(await produce(queue)).toBe('added')
    await untilDone(queue)
    const before = new Map(service.ran)
    await remove(queue)
    const late = await processes.join('worker')
    await delay(1_300)
    expect(await produce(late)).toContain(reason)
    expect((await late.status()).stopped).toContain(reason)
    expect(service.ran).toEqual(before)
    await processes.leave()
  })

  test('a batch of runMany in a new process runs nothing either', async () => {
    const processes = new Processes('run-many', redis, service)
    const queue = await processes.join('producer')
    await queue.create()
    const run = async (store: RunQueue['store']) => {
      for await (const _ of runMany(clientOf(service), flowId, numbers(5), { store }));
    }
    await run(queue.store)
    const before = new Map(service.ran)
    await redis.crash()
    const late = await processes.join('producer')
    await expect(run(late.store)).rejects.toThrow(/Redis does not have the queue/)
    await expect(run(queue.store)).rejects.toThrow(/Redis has forgotten the queue/)
    expect(service.ran).toEqual(before)
    await processes.leave()
  })
})
