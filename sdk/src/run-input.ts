import { APIError } from './api-error.ts'
import { backoff } from './backoff.ts'
import type { BatchItem, BatchOptions } from './batch.ts'
import { batchError } from './batch-error.ts'
import type { Entry } from './batch-source.ts'
import type { Workflow } from './define-workflow.ts'
import { Interruption, type Scope } from './scope.ts'
import { RateLimitError } from './status-errors.ts'

/** A 429 of one lane holds all of them. */
export interface Gate {
  until: number
}

/** What a lane shares with the others. */
export interface Lane {
  readonly workflow: string | Workflow
  readonly options: BatchOptions
  readonly scope: Scope
  readonly gate: Gate
  /** Ends the batch: no further input is started. Returns what ended it first. */
  readonly stop: (thrown: unknown) => Error
  readonly report: () => void
}

const TRIES = 10

/** Runs one input, again after a 429 or when it could not be sent, once the gate is open. */
export async function runInput<Input extends object>(lane: Lane, { index, input }: Entry<Input>) {
  const { workflow, options, scope, gate } = lane
  const { client, timeout, signal, maxRetryAfter = 120_000, random = Math.random } = options
  for (let tries = 0; ; tries += 1) {
    try {
      if (gate.until > scope.clock.now()) await scope.sleepUntil(gate.until)
      const callOptions = { timeout, signal, deadline: scope.remaining(), maxRetries: 0 }
      const run = await client.run(workflow as string, input as Record<string, object>, callOptions)
      return { index, input, outcome: run.status === 'success' ? 'succeeded' : 'failed', run } satisfies BatchItem<Input>
    } catch (thrown) {
      const error = thrown instanceof Interruption ? lane.stop(thrown) : batchError(thrown)
      const ended = (outcome: 'refused' | 'unknown'): BatchItem<Input> => ({ index, input, outcome, error })
      if (!(error instanceof APIError)) return ended('refused')
      if (error.mayHaveRun) return ended('unknown')
      const limited = error instanceof RateLimitError
      if (limited || error.code === 'connection') {
        const wait = (limited ? error.retryAfterMs : undefined) ?? backoff(tries, random)
        if (wait <= maxRetryAfter && wait < scope.remaining() && tries < TRIES) {
          gate.until = Math.max(gate.until, scope.clock.now() + wait)
          lane.report()
          continue
        }
        lane.stop(error)
      }
      if (error.status === 401 || error.status === 403) lane.stop(error)
      return ended('refused')
    }
  }
}
