import { describeValue, withoutSecrets } from '@wfhost/internal/redacted-text'
import { createRedactor } from '@wfhost/internal/redaction'
import type { Workflow } from '../client/define-workflow.ts'
import { MAX_RETRY_AFTER } from '../client/settings.ts'
import { APIError, createInterruptionError } from '../errors/api-error.ts'
import { ConfigurationError, toMistake } from '../errors/configuration-error.ts'
import type { RateLimitError } from '../errors/status-errors.ts'
import { chooseWait } from '../transport/retry.ts'
import { Interruption, isInterruption, type Scope } from '../transport/scope.ts'
import type { BatchClient, BatchEntry, BatchItem, BatchOptions, RecordedOutcome } from './batch.ts'
import type { Gate } from './gate.ts'

/** The default of `maxRetries`, for each input of a batch. */
export const MAX_RETRIES = 10

/** What a worker shares with the others. */
export interface Worker {
  readonly client: BatchClient
  readonly workflow: string | Workflow
  readonly options: BatchOptions<never, never>
  readonly scope: Scope
  readonly gate: Gate
  /** Ends the batch: no further input is started. Returns what ended it first. */
  readonly stop: (thrown: unknown) => Error
  readonly report: () => void
}

/**
 * Runs one input, again after a 429 or when it could not be sent, once the gate is open. Resolves with undefined if the store
 * has a record of it.
 */
export async function runInput<Input>(worker: Worker, entry: BatchEntry<Input>): Promise<BatchItem<Input, never> | undefined> {
  const { client, workflow, options, scope, gate } = worker
  const {
    totalTimeout,
    maxRetries = MAX_RETRIES,
    maxRetryAfter = MAX_RETRY_AFTER,
    random = Math.random,
    timeout,
    signal,
  } = options
  const { index, input } = entry
  for (let tries = 0; ; tries += 1) {
    let sent = false
    let probe = false
    try {
      probe = await gate.pass(scope)
      if (tries === 0 && (await isRecorded(worker, entry))) {
        if (probe) gate.giveUpProbe()
        return undefined
      }
      // The timer of the total timeout may be late.
      if (scope.remaining() <= 0) throw new Interruption('totalTimeout')
      sent = true
      const callOptions = { timeout, signal, totalTimeout: totalTimeout && scope.remaining(), maxRetries: 0 }
      // Undefined would be no arguments, and the workflow would run with none.
      const run = await client.run(workflow as string, (input ?? null) as Record<string, object>, callOptions)
      const outcome = run?.status === 'success' ? 'succeeded' : run?.status === 'failed' && 'failed'
      if (!outcome) {
        const problem = `the client resolved with ${describeValue(run, withoutSecrets)}, not with a run`
        const error = new APIError(`Cannot tell what became of input ${index}: ${problem}`, { mayHaveRun: true })
        worker.stop(error)
        throw error
      }
      gate.countKnown()
      return { index, input, outcome, run } as BatchItem<Input, never>
    } catch (thrown) {
      const error = sent ? createRunError(thrown, index) : toRefusal(worker.stop(thrown), index)
      // Aborted or out of time, by the batch or by the client: the next inputs would fare no better.
      if (error.code === 'aborted' || scope.remaining() <= 0) worker.stop(error)
      if (sent && error.mayHaveRun) {
        const ending = gate.countUnknown(error as APIError, { probe })
        if (ending) worker.stop(ending)
        return { index, input, outcome: 'unknown', error }
      }
      if (probe) gate.giveUpProbe()
      const { headers, retryAfterMs, status } = error as Partial<RateLimitError>
      const repeatable = sent && (error.code === 'rate_limited' || error.code === 'connection')
      const wait = chooseWait(retryAfterMs, { headers, random, retries: tries })
      if (!repeatable || tries >= maxRetries || !(wait <= maxRetryAfter && wait < scope.remaining())) {
        // Every other input would get the same.
        if (repeatable || /^40[134]$/.test(String(status))) worker.stop(error)
        if (status !== undefined) gate.countKnown()
        return { index, input, outcome: 'refused', error }
      }
      gate.hold(scope.clock.now() + wait, error.code)
      worker.report()
    }
  }
}

const RECORDED_OUTCOMES: readonly unknown[] = ['started', 'succeeded', 'failed', 'unknown'] satisfies RecordedOutcome[]

/** Records the start of an input. Resolves with true if the store has an earlier record of it. */
async function isRecorded<Input>({ options, scope }: Worker, entry: BatchEntry<Input>): Promise<boolean> {
  const outcome: unknown = await scope.during(async () => options.store?.start(entry as BatchEntry<never>))
  if (outcome === undefined || RECORDED_OUTCOMES.includes(outcome)) return outcome !== undefined

  // Such as a misspelt word in a table: to skip the input for it could lose the input.
  const found = describeValue(outcome, withoutSecrets)
  const expected = `expected ${RECORDED_OUTCOMES.join(', ')} or undefined`
  throw new ConfigurationError(`Cannot tell whether input ${entry.index} ran: the store returned ${found}, ${expected}`)
}

/** What a client rejected with. If that is no error of ours, as of code around a client, nobody knows whether it had sent something. */
function createRunError(thrown: unknown, index: number): APIError | ConfigurationError {
  if (thrown instanceof APIError || thrown instanceof ConfigurationError) return thrown
  const message = `Cannot tell what became of input ${index}: ${describeValue(thrown, withoutSecrets)}`
  return new APIError(message, { mayHaveRun: true, cause: thrown })
}

function toRefusal(failure: Error, index: number): APIError | ConfigurationError {
  return failure instanceof APIError
    ? failure
    : toMistake(failure, createRedactor(new Set()), (said) => `Cannot run input ${index}: ${said}`)
}

/** Makes an error of what ended a batch early. */
export function createBatchError(thrown: unknown): Error {
  if (isInterruption(thrown)) {
    return createInterruptionError(thrown, {
      action: 'finish the batch',
      late: 'its total timeout has passed',
      mayHaveRun: false,
    })
  }
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
