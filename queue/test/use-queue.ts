import { openRunQueue, openRunWorker, type RunQueue, type RunWorker, type RunWorkerOptions } from '@wfhost/queue'
import { createWorkflowClient, type WorkflowClient } from '@wfhost/sdk'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type CountingService, startService } from './counting-service.ts'
import { type Persistence, startRedis, type TestRedis } from './start-redis.ts'

/** The objects of a test of a queue: a Redis for the file, and queues, workers and services that end with the test. */
export interface QueueSurroundings {
  readonly redis: () => TestRedis
  /** Opens a queue, and creates it the first time. A second one of the same name acts like another process. */
  readonly open: (name: string, given?: { readonly isCreated: boolean }) => Promise<RunQueue>
  readonly serve: (...given: Parameters<typeof startService>) => Promise<CountingService>
  readonly work: (queue: RunQueue, service: CountingService, options?: Partial<RunWorkerOptions>) => Promise<RunWorker>
}

/** Gives a test file a Redis, and closes after each test everything that it has opened. */
export function useQueue(persistence: Persistence = 'none'): QueueSurroundings {
  let server: TestRedis | undefined
  const created = new Set<string>()
  const closing: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    server = await startRedis(persistence)
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }, 60_000)
  afterAll(() => server?.stop())
  const redis = () => {
    if (server === undefined) throw new Error('Redis has not been started')
    return server
  }
  return {
    redis,
    open: async (name, { isCreated } = { isCreated: false }) => {
      const queue = await openRunQueue(name, { connection: redis().url })
      if (!isCreated && !created.has(name)) {
        created.add(name)
        await queue.create()
      }
      closing.push(queue.close)
      return queue
    },
    serve: async (...given) => {
      const service = await startService(...given)
      closing.push(service.close)
      return service
    },
    work: async (queue, service, options = {}) => {
      const worker = await openRunWorker({ queue, client: clientOf(service), lockDuration: 1_000, ...options })
      closing.push(worker.close)
      return worker
    },
  }
}

export function clientOf({ apiKey, baseUrl }: Pick<CountingService, 'apiKey' | 'baseUrl'>): WorkflowClient {
  return createWorkflowClient({ baseUrl, apiKey, logLevel: 'off' })
}

export async function untilDone(queue: RunQueue, timeout = 60_000): Promise<void> {
  await expect
    .poll(
      async () => {
        const { active, waiting } = await queue.status()
        return { active, waiting }
      },
      { timeout, interval: 100 },
    )
    .toEqual({ active: 0, waiting: 0 })
}

/** Lists the kept outcomes, by the number of the input. */
export async function outcomesOf(queue: RunQueue): Promise<ReadonlyMap<number, string>> {
  const outcomes = new Map<number, string>()
  for await (const { input, outcome } of queue.outcomes()) outcomes.set((input as { readonly n: number }).n, outcome)
  return outcomes
}

/** Checks the facts that hold in every case: nothing ran twice, every success ran, and nothing is missing. */
export async function judge(queue: RunQueue, service: CountingService, inputs: number): Promise<{ readonly unknown: number }> {
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
