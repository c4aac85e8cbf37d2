import { APIError } from '@wfhost/sdk'
import type { Job } from 'bullmq'
import { describe, outcomeOf, type QueuedInput, STOPPED_BY_BREAKER } from './record.ts'
import type { RunQueue } from './run-queue.ts'

/** Looks after what workers lost. */
export interface Sweeper {
  readonly sweep: () => void
  readonly close: () => Promise<void>
}

interface SweeperOptions {
  /** Milliseconds. */
  readonly every: number
  readonly maxUnknown: number
  readonly onError: (error: Error) => void
}

/** Jobs that are looked at in one step. */
const PAGE = 100

/**
 * Looks at jobs that failed: none does by itself, so their worker died, was stopped past its lock, or lost Redis. What was
 * not started goes back, what was started and has no outcome may have run, and what has one is done. Every worker has a
 * sweeper, and it does no harm that several look at the same job.
 */
export function createSweeper(queue: RunQueue, { every, maxUnknown, onError }: SweeperOptions): Sweeper {
  let running: Promise<void> | undefined
  let again = false
  let closed = false
  const sweep = () => {
    again = true
    if (closed) return
    running ??= sweepAll()
      .catch((thrown: unknown) => onError(thrown instanceof Error ? thrown : new Error(String(thrown))))
      .finally(() => {
        running = undefined
      })
  }
  const sweepAll = async () => {
    while (again && !closed) {
      again = false
      for (const job of await queue.bull.getJobs(['failed'], 0, PAGE - 1, true)) {
        await judge(queue, job, maxUnknown)
        again = true
      }
    }
  }
  const timer = setInterval(sweep, every)
  sweep()
  return {
    sweep,
    close: async () => {
      closed = true
      clearInterval(timer)
      await running
    },
  }
}

async function judge(queue: RunQueue, job: Job<QueuedInput>, maxUnknown: number): Promise<void> {
  const { bull, internals, redis } = queue
  const { id = '', name } = job
  const state = (await redis.hget(internals.keys.runs, id)) ?? 'again'
  if (state === 'again') {
    // Another sweeper may have done it.
    await job.retry('failed').catch(async (error: unknown) => {
      if ((await job.getState()) === 'failed') throw error
    })
    return
  }
  if (outcomeOf(state) === 'started') {
    const error = new APIError('Cannot tell what became of the run: its worker died, or stopped, before the answer came', {
      mayHaveRun: true,
    })
    const item = describe(name, job.data, { error })
    const { stop } = await internals.record.settle({ id, token: '' }, { outcome: 'unknown', item, blame: false, maxUnknown })
    if (stop) await queue.pause(STOPPED_BY_BREAKER)
  }
  await bull.remove(id)
}
