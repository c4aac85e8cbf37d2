import { setTimeout as delay } from 'node:timers/promises'
import { enqueueRuns, openRunQueue, openRunWorker, QueueStoppedError, type RunQueue, type RunWorker } from '@wfhost/queue'
import { type CountingService, startService } from './counting-service.ts'
import { flowId, key, numbers } from './numbers.ts'
import type { TestRedis } from './start-redis.ts'
import { clientOf } from './use-queue.ts'

/** The number of inputs of a producer in these tests. */
export const INPUTS = 60

/** Processes of one queue. Each has its own queue, connection and memory. */
export class Processes {
  readonly #name: string
  readonly #redis: TestRedis
  readonly #service: CountingService
  readonly #opened: { readonly queue: RunQueue; readonly worker: RunWorker | undefined }[] = []

  constructor(name: string, redis: TestRedis, service: CountingService) {
    this.#name = name
    this.#redis = redis
    this.#service = service
  }

  async join(as: 'worker' | 'producer', file?: string): Promise<RunQueue> {
    const queue = await openRunQueue(this.#name, { connection: this.#redis.url, file })
    const client = clientOf(this.#service)
    const worker = as === 'worker' ? await openRunWorker({ queue, client, lockDuration: 1_000 }) : undefined
    this.#opened.push({ queue, worker })
    return queue
  }

  queues(): readonly RunQueue[] {
    return this.#opened.map(({ queue }) => queue)
  }

  async leave(): Promise<void> {
    for (const { queue, worker } of this.#opened.splice(0)) {
      await worker?.close()
      await queue.close()
    }
  }
}

/** Adds all inputs, like a producer that runs again. Resolves with the message if the queue refuses. */
export async function produce(queue: RunQueue): Promise<string> {
  try {
    await enqueueRuns(queue, flowId, numbers(INPUTS), { key })
    return 'added'
  } catch (error) {
    if (error instanceof QueueStoppedError) return error.message
    throw error
  }
}

export function ranTwice({ ran }: CountingService): readonly number[] {
  return [...ran].filter(([, times]) => times > 1).map(([n]) => n)
}

export async function startSlowService(): Promise<CountingService> {
  return startService((n) => delay(5 + (n % 20)).then(() => undefined))
}
