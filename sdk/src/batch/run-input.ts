import { describeValue, withoutSecrets } from '@wfhost/internal/redacted-text'
import type { Workflow } from '../client/define-workflow.ts'
import { type CallOptions, MAX_RETRY_AFTER } from '../client/settings.ts'
import { APIError } from '../errors/api-error.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import type { RateLimitError } from '../errors/status-errors.ts'
import type { Run } from '../operations/run-workflow/run.ts'
import { readFailureReason } from '../transport/failure-reason.ts'
import { chooseWait } from '../transport/retry.ts'
import { Interruption, type Scope } from '../transport/scope.ts'
import type { BatchEntry, BatchItem, BatchOptions, RecordedOutcome } from './batch.ts'
import { createMissingRunError, type RunError, toRefusal, toRunError } from './batch-errors.ts'
import type { BatchGate, Turn } from './gate.ts'

/** The default of `maxRetries`, for each input of a batch. */
export const MAX_RETRIES = 10

/** A client as a batch calls it. The client validates the input, so that a batch needs no type for it. */
export interface AnyInputClient {
  run(workflow: string | Workflow, args: unknown, options: CallOptions): Promise<Run<never> | undefined>
}

/** The parts of a batch that running one input needs. */
export interface BatchContext {
  readonly client: AnyInputClient
  readonly workflow: string | Workflow
  readonly options: BatchOptions<never, never>
  readonly scope: Scope
  readonly gate: BatchGate
  /** Ends the batch: no further input is started. Returns the error that ended it first. */
  readonly stop: (thrown: unknown) => Error
  /** Waits until the store has recorded a start, also for some time after the batch has ended. */
  readonly waitForRecordedStart: <T>(recordStart: () => Promise<T>) => Promise<T>
  /** Calls `onProgress`. */
  readonly reportProgress: () => void
}

/** How an input of a batch ended. */
export type InputResult<Input> =
  | { readonly kind: 'settled'; readonly item: BatchItem<Input, never> }
  /** The store has a record of the input from an earlier batch, so the input is skipped. */
  | { readonly kind: 'skipped' }
  /** The batch ended before the store said whether the input ran in an earlier batch. So the input has no outcome. */
  | { readonly kind: 'unsettled' }

/** How one attempt at an input ended. */
type InputAttempt<Input> =
  | Exclude<InputResult<Input>, { readonly kind: 'settled' }>
  /** The client returned a run, which succeeded or failed. */
  | { readonly kind: 'ran'; readonly item: BatchItem<Input, never> }
  /** The batch ended before the input was sent. The input certainly did not run. */
  | { readonly kind: 'notSent'; readonly error: RunError }
  /** The client threw an error, which says whether the input may have run. The input still has its turn. */
  | { readonly kind: 'error'; readonly error: RunError; readonly turn: Turn }

/**
 * Runs one input of a batch and returns how it ended. `runMany` calls it for each input.
 *
 * The input is sent again only if it certainly did not run: after a 429, or if the request could not be sent. The gate of the
 * batch pauses all inputs while the service would refuse them, or does not respond.
 */
export async function runInput<Input>(batch: BatchContext, entry: BatchEntry<Input>): Promise<InputResult<Input>> {
  const { index, input } = entry

  for (let retryCount = 0; ; retryCount += 1) {
    const attempt = await attemptInput(batch, entry, { isFirstAttempt: retryCount === 0 })

    switch (attempt.kind) {
      case 'skipped':
      case 'unsettled':
        return attempt
      case 'ran':
        return { kind: 'settled', item: attempt.item }
      case 'notSent':
        // `refused` is the outcome of each input that certainly did not run.
        return { kind: 'settled', item: { index, input, outcome: 'refused', error: attempt.error } }
      case 'error': {
        const failure = settleOrPlanRetry(batch, attempt, retryCount)
        if (failure !== undefined) return { kind: 'settled', item: { index, input, ...failure } }
        // The input is sent again: the loop continues.
      }
    }
  }
}

/** The outcome of an input without a run. */
type Failure =
  | { readonly outcome: 'refused'; readonly error: RunError }
  | { readonly outcome: 'unknown'; readonly error: APIError }

/** An attempt for which the client threw an error. */
type FailedAttempt = Extract<InputAttempt<never>, { readonly kind: 'error' }>

/**
 * Decides whether an input is sent again after an error. Returns undefined if the input will be sent again. Otherwise, returns
 * its outcome.
 *
 * The gate holds all inputs until the retry, because the service would refuse the others, too.
 */
function settleOrPlanRetry(batch: BatchContext, { error, turn }: FailedAttempt, retryCount: number): Failure | undefined {
  // If no time is left, the batch starts no other input, and `planRetry` plans no retry.
  if (isOutOfTime(batch, error)) batch.stop(error)

  // The run may have happened, so the input is never sent again.
  if (error instanceof APIError && error.mayHaveRun) {
    endTurnWithUnknownOutcome(batch, error, turn)
    return { outcome: 'unknown', error }
  }

  turn.release()
  const retry = planRetry(batch, error, retryCount)
  if (retry === undefined) {
    stopIfAllInputsWouldFail(batch, error)
    return { outcome: 'refused', error }
  }

  batch.gate.hold(batch.scope.clock.now() + retry.wait, retry.reason)
  batch.reportProgress()
  return undefined
}

/**
 * Ends a turn whose outcome is unknown. After several of them in a row, the gate pauses the batch. If the service does not
 * recover, the batch ends.
 */
function endTurnWithUnknownOutcome({ gate, stop }: BatchContext, error: APIError, turn: Turn): void {
  const breakerError = gate.countUnknown(error, turn)
  if (breakerError !== undefined) stop(breakerError)
}

interface AttemptOptions {
  /** Only the first attempt at an input records its start in the store. */
  readonly isFirstAttempt: boolean
}

/**
 * Sends an input once, in three steps: it waits for its turn at the gate, records the start in the store, and sends the run. The
 * batch can end before each step.
 */
async function attemptInput<Input>(
  batch: BatchContext,
  entry: BatchEntry<Input>,
  { isFirstAttempt }: AttemptOptions,
): Promise<InputAttempt<Input>> {
  const needsRecord = isFirstAttempt && batch.options.store !== undefined
  // An earlier batch may have run the input. Only the store knows whether it did.
  let mayHaveRunEarlier = needsRecord
  let turn: Turn | undefined

  try {
    turn = await batch.gate.waitForTurn(batch.scope)

    if (needsRecord && (await recordStart(batch, entry)) === 'already recorded') {
      turn.release()
      return { kind: 'skipped' }
    }
    mayHaveRunEarlier = false

    throwIfBatchEnded(batch)
  } catch (thrown) {
    turn?.release()
    return mayHaveRunEarlier ? endUnsettled(batch, thrown) : endNotSent(batch, thrown, entry)
  }

  return sendInput(batch, entry, turn)
}

/** Sends the run of an input. After an error, the workflow may have run. */
async function sendInput<Input>(batch: BatchContext, entry: BatchEntry<Input>, turn: Turn): Promise<InputAttempt<Input>> {
  try {
    const item = await sendRun(batch, entry)
    batch.gate.countKnownOutcome()
    return { kind: 'ran', item }
  } catch (thrown) {
    return { kind: 'error', error: toRunError(thrown, entry.index), turn }
  }
}

/** Ends the batch before the store has said whether the input ran in an earlier batch. */
function endUnsettled<Input>(batch: BatchContext, thrown: unknown): InputAttempt<Input> {
  batch.stop(thrown)
  return { kind: 'unsettled' }
}

/** Ends the batch after the start is recorded, and before the input is sent. The input certainly did not run. */
function endNotSent<Input>(batch: BatchContext, thrown: unknown, { index }: BatchEntry<Input>): InputAttempt<Input> {
  const endError = batch.stop(thrown)
  return { kind: 'notSent', error: toRefusal(endError, index) }
}

/** Throws if the batch has ended, for example while the store recorded the start of an input. */
function throwIfBatchEnded({ scope }: BatchContext): void {
  void scope.perform(() => {})
  // The timer of the total timeout can be late, so the time is compared here, too.
  if (scope.remaining() <= 0) throw new Interruption('totalTimeout')
}

/** Runs the workflow with an input. The client must not retry. The batch retries itself, after a pause for all inputs. */
async function sendRun<Input>(batch: BatchContext, entry: BatchEntry<Input>): Promise<BatchItem<Input, never>> {
  const { client, options, scope, workflow } = batch
  const { index, input } = entry
  const { signal, timeout, totalTimeout } = options

  const callOptions = {
    timeout,
    signal,
    // The run may take the remaining time of the batch. If the batch has no limit, the limit of the client applies.
    totalTimeout: totalTimeout === undefined ? undefined : Math.ceil(scope.remaining()),
    maxRetries: 0,
  }
  // The client refuses null with a clear error, but treats undefined as a run without arguments. An undefined input is a mistake.
  const args = input ?? null
  const run = await client.run(workflow, args, callOptions)

  switch (run?.status) {
    case 'success':
      return { index, input, outcome: 'succeeded', run }
    case 'failed':
      return { index, input, outcome: 'failed', run }
    default: {
      // The caller may have passed another object than a client. Such an object would return no run for any input, so the batch
      // stops.
      const error = createMissingRunError(run, index)
      batch.stop(error)
      throw error
    }
  }
}

/** Whether the batch was aborted or its total timeout has passed, so that no other input can be sent. */
function isOutOfTime({ scope }: BatchContext, error: RunError): boolean {
  return error.code === 'aborted' || scope.remaining() <= 0
}

type RetryableCode = 'rate_limited' | 'connection'

function isRetryable(code: string): code is RetryableCode {
  return code === 'rate_limited' || code === 'connection'
}

interface PlannedRetry {
  /** In milliseconds. */
  readonly wait: number
  readonly reason: RetryableCode
}

/** Plans when the input is sent again. Undefined if it is not sent again. */
function planRetry({ options, scope }: BatchContext, error: RunError, retryCount: number): PlannedRetry | undefined {
  const { maxRetries = MAX_RETRIES, maxRetryAfter = MAX_RETRY_AFTER, random = Math.random } = options
  if (!isRetryable(error.code) || retryCount >= maxRetries) return undefined
  // No wait makes an expired certificate valid.
  if (readFailureReason(error.cause).isPermanent) return undefined

  const { headers, retryAfterMs } = error as Partial<RateLimitError>
  const wait = chooseWait(retryAfterMs, { headers, random, retries: retryCount })
  return wait <= maxRetryAfter && wait < scope.remaining() ? { wait, reason: error.code } : undefined
}

/** Statuses that every other input of the batch would get, too: the key or the workflow is wrong. */
const STATUSES_THAT_END_A_BATCH: readonly (number | undefined)[] = [401, 403, 404]

/**
 * Stops the batch after an input that was refused, if every other input would be refused for the same reason. Such reasons are a
 * wrong key, and a 429 that lasts too long. Any response with a status shows that the service works.
 */
function stopIfAllInputsWouldFail(batch: BatchContext, error: RunError): void {
  const status = error instanceof APIError ? error.status : undefined
  if (isRetryable(error.code) || STATUSES_THAT_END_A_BATCH.includes(status)) batch.stop(error)
  if (status !== undefined) batch.gate.countKnownOutcome()
}

const RECORDED_OUTCOMES: readonly unknown[] = ['started', 'succeeded', 'failed', 'unknown'] satisfies RecordedOutcome[]

/** Records that an input is about to be sent, unless the store already has a record of it. */
async function recordStart<Input>(
  { options, waitForRecordedStart }: BatchContext,
  entry: BatchEntry<Input>,
): Promise<'recorded' | 'already recorded'> {
  const { store } = options
  const outcome: unknown = await waitForRecordedStart(async () => store?.start(entry as BatchEntry<never>))
  if (outcome === undefined) return 'recorded'
  if (RECORDED_OUTCOMES.includes(outcome)) return 'already recorded'

  // For example, a misspelt word in a table. If the input were skipped for it, it might never run.
  const found = describeValue(outcome, withoutSecrets)
  const expected = `expected ${RECORDED_OUTCOMES.join(', ')} or undefined`
  throw new ConfigurationError(`Cannot determine whether input ${entry.index} ran: the store returned ${found}, ${expected}`)
}
