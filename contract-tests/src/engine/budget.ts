import type { OperationId } from '@wfhost/openapi'
import { operations } from '../operations/operations.ts'
import type { Effect } from '../target/target.ts'

/** The most that a run of the suite may send. */
export interface Limits {
  readonly maxRuns: number
  readonly maxExecutions: number
  /** Undefined means unlimited. */
  readonly requestsPerSecond: number | undefined
}

/** The default limits: enough for all checks, and for some repeated requests if the server limits the rate. */
export const defaultLimits = { maxRuns: 920, maxExecutions: 190, requestsPerSecond: undefined } as const satisfies Limits

/** The number of requests that were sent, and how many of these were runs and executions. */
export interface Spent {
  readonly requests: number
  readonly runs: number
  readonly executions: number
}

/** Adds a request to the counts. */
export function countRequest(counts: { -readonly [Kind in keyof Spent]: Spent[Kind] }, operationId: OperationId): void {
  const effect = operations[operationId].effect
  counts.requests += 1
  if (effect !== undefined) counts[effect] += 1
}

/** The error for a request that was not sent, because it would exceed the limits of the run. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded'
}

/** The longest pause between two requests. Nobody waits an hour for a suite; the check is blocked instead. */
const LONGEST_PAUSE_MS = 60_000

/** The longest sum of all pauses in a run. */
const LONGEST_PAUSES_MS = 300_000

/**
 * Counts and paces the requests of a run. Each request to the run endpoint counts as a run, and each request to the
 * execute endpoint as an execution, even if the server refuses it.
 */
export class Budget {
  readonly #limits: Limits
  readonly #counts = { requests: 0, runs: 0, executions: 0 }
  /** The earliest time of the next request, in milliseconds since the epoch. */
  #nextRequestMs = 0
  /** The end of the last pause that the server requested, in milliseconds since the epoch. */
  #pausedUntilMs = 0
  #totalPausesMs = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * Waits until a request may be sent, and counts the request. Concurrent requests wait only for a pause that the server
   * requested, because a limited rate would separate them.
   *
   * @throws {BudgetExceeded}
   */
  async waitForTurn(operationId: OperationId, { isConcurrent }: { readonly isConcurrent: boolean }): Promise<void> {
    this.#refuseTooMany(operationId)
    countRequest(this.#counts, operationId)

    const turnMs = Math.max(isConcurrent ? this.#pausedUntilMs : this.#nextRequestMs, Date.now())
    this.#nextRequestMs = Math.max(this.#nextRequestMs, turnMs) + this.#intervalMs()

    if (turnMs > Date.now()) await new Promise((resolve) => setTimeout(resolve, turnMs - Date.now()))
  }

  /** Sends nothing before a time, in milliseconds since the epoch. Returns false if the pause would be too long. */
  pauseUntil(timeMs: number): boolean {
    const pauseMs = Math.max(0, timeMs - Date.now())
    if (pauseMs > LONGEST_PAUSE_MS || this.#totalPausesMs + pauseMs > LONGEST_PAUSES_MS) return false

    this.#totalPausesMs += pauseMs
    this.#nextRequestMs = Math.max(this.#nextRequestMs, timeMs)
    this.#pausedUntilMs = timeMs
    return true
  }

  spent(): Spent {
    return { ...this.#counts }
  }

  #refuseTooMany(operationId: OperationId): void {
    const effect = operations[operationId].effect
    if (effect === undefined) return

    const limit = findLimit(effect, this.#limits)
    if (this.#counts[effect] >= limit.maximum) throw new BudgetExceeded(describeUsedUp(limit))
  }

  #intervalMs(): number {
    const { requestsPerSecond } = this.#limits
    return requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond
  }
}

/** The maximum of runs or executions, and the flag that sets it. */
interface Limit {
  readonly flag: string
  readonly maximum: number
}

export function findLimit(effect: Effect, { maxExecutions, maxRuns }: Limits): Limit {
  return effect === 'runs' ? { flag: '--max-runs', maximum: maxRuns } : { flag: '--max-executions', maximum: maxExecutions }
}

/** Explains a limit that the plan respects, but that repeated requests exceed. */
function describeUsedUp({ flag, maximum }: Limit): string {
  return `${flag} ${maximum} is used up by more than was planned, such as by requests repeated after a 429: a higher one lets the rest run`
}
