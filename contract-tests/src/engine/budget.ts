import type { OperationId } from '@wfhost/openapi'
import { type Effect, effectOf } from '../target/effects.ts'

/** What a run of the suite may send at most. */
export interface Limits {
  readonly maxRuns: number
  readonly maxExecutions: number
  /** Undefined is without bound. */
  readonly requestsPerSecond: number | undefined
}

/** What is allowed unless it is said: all checks, and some repetition for a target that limits the rate. */
export const defaultLimits = { maxRuns: 720, maxExecutions: 145, requestsPerSecond: undefined } as const satisfies Limits

export interface Spent {
  readonly requests: number
  readonly runs: number
  readonly executions: number
}

export function spend(sent: { -readonly [Kind in keyof Spent]: Spent[Kind] }, operationId: OperationId): void {
  const cost = effectOf[operationId]
  sent.requests += 1
  if (cost !== undefined) sent[cost] += 1
}

/** A request that would exceed what the run of the suite may send. It was not sent. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded'
}

/** Counts what is sent, and refuses what would be too much. */
export interface Budget {
  /** Waits for its turn, which in a burst is only a pause that the server asked for. @throws {BudgetExceeded} */
  readonly take: (operationId: OperationId, isBurst: boolean) => Promise<void>
  /** Sends nothing before this time, in milliseconds since the epoch. Returns false if that is too long to wait. */
  readonly pauseUntil: (time: number) => boolean
  readonly spent: () => Spent
}

// Nobody watches a suite that sleeps for an hour; a check that needs the target before then is blocked.
const longestPauseMs = 60_000
const longestPausesMs = 300_000

/**
 * Makes a budget. Every request to the run endpoint counts as a run, and every one to the execute endpoint as an
 * execution: whether the target really ran it is the target's word.
 */
export function createBudget(limits: Limits): Budget {
  const sent = { requests: 0, runs: 0, executions: 0 }
  let next = 0
  let paused = 0
  let pausedUntil = 0

  async function take(operationId: OperationId, isBurst: boolean): Promise<void> {
    const cost = effectOf[operationId]
    if (cost !== undefined && sent[cost] >= limitOf(cost, limits).most) throw new BudgetExceeded(usedUp(limitOf(cost, limits)))
    spend(sent, operationId)
    const turn = Math.max(isBurst ? pausedUntil : next, Date.now())
    next = Math.max(next, turn) + (limits.requestsPerSecond === undefined ? 0 : 1000 / limits.requestsPerSecond)
    if (turn > Date.now()) await new Promise((resolve) => setTimeout(resolve, turn - Date.now()))
  }

  return {
    take,
    pauseUntil: (time) => {
      const pause = Math.max(0, time - Date.now())
      if (pause > longestPauseMs || paused + pause > longestPausesMs) return false
      paused += pause
      next = Math.max(next, time)
      pausedUntil = time
      return true
    },
    spent: () => ({ ...sent }),
  }
}

/** How many runs or executions are allowed, and the flag that says it. */
export function limitOf(kind: Effect, { maxExecutions, maxRuns }: Limits): { readonly flag: string; readonly most: number } {
  return kind === 'runs' ? { flag: '--max-runs', most: maxRuns } : { flag: '--max-executions', most: maxExecutions }
}

/** The plan keeps within the limits, but not what the target makes a check send beyond it. */
function usedUp({ flag, most }: ReturnType<typeof limitOf>): string {
  return `${flag} ${most} is used up by more than was planned, such as by requests repeated after a 429: a higher one lets the rest run`
}
