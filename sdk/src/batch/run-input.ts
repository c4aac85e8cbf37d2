import type { Workflow } from '../client/define-workflow.ts'
import { MAX_RETRY_AFTER } from '../client/settings.ts'
import { APIError } from '../errors/api-error.ts'
import { toMistake } from '../errors/configuration-error.ts'
import { createBatchError } from '../errors/create-batch-error.ts'
import type { RateLimitError } from '../errors/status-errors.ts'
import { backoff } from '../transport/retry.ts'
import { Interruption, type Scope } from '../transport/scope.ts'
import type { BatchItem, BatchOptions } from './batch.ts'
import type { Entry } from './batch-source.ts'

/** The default of `maxRetries`, for each input of a batch. */
export const MAX_RETRIES = 10

/** Until when all workers pause: a 429 of one of them concerns all. */
export interface Gate {
  until: number
}

/** What a worker shares with the others. */
export interface Worker {
  readonly workflow: string | Workflow
  readonly options: BatchOptions<never, never>
  readonly scope: Scope
  readonly gate: Gate
  /** Ends the batch: no further input is started. Returns what ended it first. */
  readonly stop: (thrown: unknown) => Error
  readonly report: () => void
}

/** Runs one input, again after a 429 or when it could not be sent, once the gate is open. */
export async function runInput<Input>(worker: Worker, { index, input }: Entry<Input>): Promise<BatchItem<Input, never>> {
  const { workflow, options, scope, gate } = worker
  const {
    client,
    deadline,
    timeout,
    signal,
    maxRetries = MAX_RETRIES,
    maxRetryAfter = MAX_RETRY_AFTER,
    random = Math.random,
  } = options
  for (let tries = 0; ; tries += 1) {
    let sent = false
    try {
      if (gate.until > scope.clock.now()) await scope.sleepUntil(gate.until)
      if (tries === 0) await scope.during(async () => options.onStart?.(index))
      // The timer of the deadline may be late.
      if (scope.remaining() <= 0) throw new Interruption('deadline')
      sent = true
      const callOptions = { timeout, signal, deadline: deadline && scope.remaining(), maxRetries: 0 }
      const run = await client.run(workflow as string, input as Record<string, object>, callOptions)
      const outcome = run.status === 'success' ? 'succeeded' : 'failed'
      return { index, input, outcome, run } as BatchItem<Input, never>
    } catch (thrown) {
      const failure = sent ? createBatchError(thrown) : worker.stop(thrown)
      // A client rejects with an APIError once it has sent something.
      const error = failure instanceof APIError ? failure : toMistake(failure, (said) => `Cannot run input ${index}: ${said}`)
      // Aborted or out of time, by the batch or by the client: the next inputs would fare no better.
      if (error.code === 'aborted' || scope.remaining() <= 0) worker.stop(error)
      if (sent && error.mayHaveRun) return { index, input, outcome: 'unknown', error }
      const { status, retryAfterMs = backoff(tries, random) } = error as Partial<RateLimitError>
      const repeatable = sent && /^(rate_limited|connection)$/.test(error.code)
      if (!repeatable || tries >= maxRetries || !(retryAfterMs <= maxRetryAfter && retryAfterMs < scope.remaining())) {
        // Every other input would get the same.
        if (repeatable || /^40[134]$/.test(String(status))) worker.stop(error)
        return { index, input, outcome: 'refused', error }
      }
      gate.until = Math.max(gate.until, scope.clock.now() + retryAfterMs)
      worker.report()
    }
  }
}
