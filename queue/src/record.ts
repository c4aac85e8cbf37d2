import { createHash } from 'node:crypto'
import { APIError, type BatchItem, type BatchProgress } from '@wfhost/sdk'
import { redacted } from '@wfhost/sdk/batch-file'
import type { ExecuteScript } from './connection.ts'
import type { MemoryGuard } from './memory-guard.ts'

/** An input of a queue, as its job and its outcome have it. */
export interface QueuedInput {
  /** For an input with a key: marks the call that added it, and its content. Scripts expect it as the first member. */
  readonly mark?: string | undefined
  /** The key of the input. Undefined if its hash identifies it. */
  readonly key?: string | undefined
  /** Its position among the inputs of its producer. */
  readonly index: number
  readonly input: unknown
}

/** An attempt at an input. */
export interface Attempt {
  /** The ID of its job. */
  readonly id: string
  /** Unique for each attempt. */
  readonly token: string
  /** The unknown outcomes in a row that pause the queue. Undefined if the caller has a circuit breaker of its own. */
  readonly maxUnknownOutcomes?: number | undefined
}

/** An outcome to be recorded. */
export interface Settlement {
  readonly outcome: BatchItem<unknown>['outcome']
  /** The recorded outcome, as JSON. */
  readonly item: string
  /** The mark of its input. */
  readonly mark?: string | undefined
  /** The process that started it has died. Settles it only if it is still open, and does not count for the breaker. */
  readonly lost?: boolean | undefined
}

/** The reason why a start was taken back, and the wait until the next start in milliseconds. Without a wait, backoff applies. */
export interface GivenBack {
  readonly why: Exclude<BatchProgress['pauseReason'], 'unknown'>
  readonly wait?: number | undefined
}

/** The result of starting an attempt. */
export type ClaimResult =
  /** The start is recorded, and the input can be sent. */
  | { readonly kind: 'claimed' }
  /** No input may be sent now. */
  | { readonly kind: 'wait' }
  /** Another attempt has started the input, and has no outcome yet. */
  | { readonly kind: 'alreadyStarted'; readonly token: string }
  /** The input has an outcome. */
  | { readonly kind: 'settled'; readonly outcome: 'succeeded' | 'failed' | 'unknown' }

interface RecordOptions {
  readonly executeScript: ExecuteScript
  readonly guard: MemoryGuard
  /** Pauses the queue until a person resumes it. */
  readonly pause: (reason: string) => Promise<void>
}

/** A limit that is never reached, for callers with a circuit breaker of their own. */
const NEVER = 1e9

/** The record of the inputs of a queue in Redis. Each step is one script, so that any number of processes can share it. */
export class InputRecords {
  readonly #executeScript: ExecuteScript
  readonly #guard: MemoryGuard
  readonly #pause: RecordOptions['pause']

  constructor({ guard, pause, executeScript }: RecordOptions) {
    this.#executeScript = executeScript
    this.#guard = guard
    this.#pause = pause
  }

  /** Records the start of an attempt, unless the input was started before or all inputs wait. */
  async claim({ id, maxUnknownOutcomes = NEVER, token }: Attempt): Promise<ClaimResult> {
    const state = String(await this.#executeScript('begin', id, token, this.#guard.knownEpoch() ?? '', maxUnknownOutcomes))
    if (state !== 'look') return toClaimResult(state)

    // Redis may have lost a part of the queue. Then no input is sent until a person resumes the queue.
    const memory = await this.#guard.check()
    if (memory.kind !== 'trusted') await this.#executeScript('holdAll')
    return { kind: 'wait' }
  }

  /** Records an outcome. Returns its entry in the stream of outcomes, or undefined if the input had an outcome before. */
  async recordOutcome({ id, maxUnknownOutcomes, token }: Attempt, settlement: Settlement): Promise<string | undefined> {
    const { item, lost, mark = '', outcome } = settlement
    // A lost process says nothing about the service, so it does not count for the circuit breaker.
    const limit = lost ? '' : (maxUnknownOutcomes ?? '')
    const reply = await this.#executeScript('settle', id, token, outcome, item, lost ? 1 : '', limit, Math.random(), mark)
    const [entry, action] = reply as readonly string[]

    if (action === 'stop') await this.#pause('too many outcomes in a row are unknown, also after 3 pauses')
    return entry === 'settled' ? undefined : entry
  }

  /** Takes a start back: the input was certainly not sent. */
  async giveBack({ id, token }: Attempt, { wait, why }: GivenBack): Promise<void> {
    await this.#executeScript('giveBack', id, token, why ?? '', wait ?? '', Math.random())
  }
}

/** The hash of runs has `>` and a token for a run in progress, and the first letter of the outcome afterwards. */
function toClaimResult(state: string): ClaimResult {
  if (state === 'begun') return { kind: 'claimed' }
  if (state === 'wait') return { kind: 'wait' }
  if (state.startsWith('>')) return { kind: 'alreadyStarted', token: state.slice(1) }
  if (state.startsWith('s')) return { kind: 'settled', outcome: 'succeeded' }
  if (state.startsWith('f')) return { kind: 'settled', outcome: 'failed' }
  return { kind: 'settled', outcome: 'unknown' }
}

/** The ID of the job of an input. BullMQ takes no colon, and no number. */
export function createJobId(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22)
}

/** Converts an outcome to the JSON that is recorded. It contains no keys of the API, because its readers may have none. */
export function toRecordedItem(flowId: string | undefined, { index, input, key }: QueuedInput, outcome: object): string {
  const { error, run } = outcome as { readonly error?: unknown; readonly run?: object }
  const kept = error === undefined ? { run: run && redacted(run) } : { error: describeError(error) }
  return JSON.stringify({ flowId, key, index, input, ...kept })
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, name } = error
  if (!(error instanceof APIError)) return { name, message }
  return { ...error, name, message, headers: error.headers && Object.fromEntries(error.headers), cause: undefined }
}

/** Creates the error of an input whose worker or batch has died. */
export function createLostError(process: 'worker' | 'batch'): APIError {
  return new APIError(`Cannot determine the outcome of the run: its ${process} died, or stopped, before the response came`, {
    mayHaveRun: true,
  })
}
