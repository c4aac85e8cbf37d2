import type { APIError } from './api-error.ts'
import { APITimeoutError, APIUserAbortError } from './connection-errors.ts'
import type { Interruption } from './scope.ts'

/** What an interruption ended. */
export interface Interrupted {
  /** Completes "Cannot ...". */
  readonly action: string
  /** What a deadline says. */
  readonly late: string
  readonly mayHaveRun: boolean
}

/** Makes an error of what ended more than one call early. */
export function createInterruptionError({ kind, reason }: Interruption, { action, late, mayHaveRun }: Interrupted): APIError {
  const details = { mayHaveRun, cause: reason }
  if (kind === 'abort') return new APIUserAbortError(`Cannot ${action}: the caller aborted it`, details)
  return new APITimeoutError(`Cannot ${action}: ${late}`, details)
}
