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

/** How the wait for a turn ended. An input that gets no turn has ended before it was sent. */
type WaitResult<Input> = { readonly kind: 'turn'; readonly turn: Turn } | InputResult<Input>

/** How one request for an input ended. */
type SendResult<Input> =
  | { readonly kind: 'ran'; readonly item: BatchItem<Input, never> }
  | { readonly kind: 'mayHaveRun'; readonly error: APIError }
  | { readonly kind: 'notRun'; readonly error: RunError }

/**
 * Runs one input of a batch and returns how it ended. `runMany` calls it for each input.
 *
 * An input waits for its turn, and is then sent. It is sent again only if it certainly did not run: after a 429, or if the request
 * could not be sent. No input gets a turn while the service would refuse all of them, or does not respond.
 */
export async function runInput<Input>(batch: BatchContext, entry: BatchEntry<Input>): Promise<InputResult<Input>> {
  let wait = await waitForFirstTurn(batch, entry)

  for (let retryCount = 0; wait.kind === 'turn'; retryCount += 1) {
    const result = await sendInput(batch, entry, wait.turn)
    if (result.kind === 'ran') return { kind: 'settled', item: result.item }
    if (result.kind === 'mayHaveRun') return settle(entry, { outcome: 'unknown', error: result.error })

    const { error } = result
    const retry = planRetry(batch, error, retryCount)
    if (retry === undefined) {
      stopIfAllInputsWouldFail(batch, error)
      return settle(entry, { outcome: 'refused', error })
    }

    holdAllInputs(batch, retry)
    wait = await waitForTurn(batch, entry)
  }

  // The input got no turn, so it ended without being sent.
  return wait
}

/** The outcome of an input without a run. */
type Failure =
  | { readonly outcome: 'refused'; readonly error: RunError }
  | { readonly outcome: 'unknown'; readonly error: APIError }

function settle<Input>({ index, input }: BatchEntry<Input>, failure: Failure): InputResult<Input> {
  return { kind: 'settled', item: { index, input, ...failure } }
}

/** Waits for the first turn of an input and records its start in the store, before the input is sent. */
async function waitForFirstTurn<Input>(batch: BatchContext, entry: BatchEntry<Input>): Promise<WaitResult<Input>> {
  if (batch.options.store === undefined) return waitForTurn(batch, entry)

  let turn: Turn | undefined
  try {
    turn = await batch.gate.waitForTurn(batch.scope)
    const record = await recordStart(batch, entry)
    if (record === 'recorded') return keepTurnUnlessEnded(batch, entry, turn)

    // An earlier batch has recorded this input.
    turn.release()
    return { kind: 'skipped' }
  } catch (thrown) {
    turn?.release()
    batch.stop(thrown)
    // An earlier batch may have run the input, and the store has not said whether it did.
    return { kind: 'unsettled' }
  }
}

/** Waits until an input may be sent. The wait ends early if the batch ends. */
async function waitForTurn<Input>(batch: BatchContext, entry: BatchEntry<Input>): Promise<WaitResult<Input>> {
  try {
    const turn = await batch.gate.waitForTurn(batch.scope)
    return keepTurnUnlessEnded(batch, entry, turn)
  } catch (thrown) {
    return settleNotSent(batch, entry, thrown)
  }
}

/** Returns the turn of an input, or releases it if the batch has ended, for example while the store recorded the start. */
function keepTurnUnlessEnded<Input>(batch: BatchContext, entry: BatchEntry<Input>, turn: Turn): WaitResult<Input> {
  try {
    throwIfEnded(batch.scope)
    return { kind: 'turn', turn }
  } catch (thrown) {
    turn.release()
    return settleNotSent(batch, entry, thrown)
  }
}

function throwIfEnded(scope: Scope): void {
  void scope.perform(() => {})
  // The timer of the total timeout can be late, so the time is compared here, too.
  if (scope.remaining() <= 0) throw new Interruption('totalTimeout')
}

/** Ends the batch, and settles an input that has not been sent. It counts as refused, because it certainly did not run. */
function settleNotSent<Input>(batch: BatchContext, entry: BatchEntry<Input>, thrown: unknown): InputResult<Input> {
  const firstError = batch.stop(thrown)
  return settle(entry, { outcome: 'refused', error: toRefusal(firstError, entry.index) })
}

/** Sends an input once, which uses up its turn. */
async function sendInput<Input>(batch: BatchContext, entry: BatchEntry<Input>, turn: Turn): Promise<SendResult<Input>> {
  try {
    const item = await sendRun(batch, entry)
    batch.gate.countKnownOutcome()
    return { kind: 'ran', item }
  } catch (thrown) {
    return judgeError(batch, toRunError(thrown, entry.index), turn)
  }
}

/** Decides from the error of a run whether the workflow may have run. */
function judgeError(batch: BatchContext, error: RunError, turn: Turn): SendResult<never> {
  // If no time is left, the batch starts no other input, and `planRetry` plans no retry.
  if (isOutOfTime(batch, error)) batch.stop(error)

  if (error instanceof APIError && error.mayHaveRun) {
    countUnknownOutcome(batch, error, turn)
    return { kind: 'mayHaveRun', error }
  }

  turn.release()
  return { kind: 'notRun', error }
}

/** Counts an unknown outcome. After several in a row, the gate pauses the batch. If the service does not recover, the batch ends. */
function countUnknownOutcome({ gate, stop }: BatchContext, error: APIError, turn: Turn): void {
  const breakerError = gate.countUnknown(error, turn)
  if (breakerError !== undefined) stop(breakerError)
}

/** Holds all inputs until the retry of one, because the service would refuse the others, too. */
function holdAllInputs({ gate, reportProgress, scope }: BatchContext, retry: PlannedRetry): void {
  gate.hold(scope.clock.now() + retry.wait, retry.reason)
  reportProgress()
}

function createCallOptions({ options, scope }: BatchContext): CallOptions {
  const { signal, timeout, totalTimeout } = options
  return {
    timeout,
    signal,
    // A run may take all of the time that the batch has left. In a batch without a limit, the limit of the client applies.
    totalTimeout: totalTimeout === undefined ? undefined : Math.ceil(scope.remaining()),
    // The batch retries itself, after a pause for all inputs.
    maxRetries: 0,
  }
}

/** Runs the workflow with an input. */
async function sendRun<Input>(batch: BatchContext, entry: BatchEntry<Input>): Promise<BatchItem<Input, never>> {
  const { client, workflow } = batch
  const { index, input } = entry

  // An undefined input is a mistake. The client refuses null with a clear error, but it would run undefined without arguments.
  const args = input ?? null
  const run = await client.run(workflow, args, createCallOptions(batch))

  switch (run?.status) {
    case 'success':
      return { index, input, outcome: 'succeeded', run }
    case 'failed':
      return { index, input, outcome: 'failed', run }
    default: {
      // The caller may have passed another object as a client. It would return no run for any input, so the batch stops.
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
