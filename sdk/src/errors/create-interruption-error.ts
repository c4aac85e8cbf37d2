import type { Interruption } from '../transport/scope.ts'
import type { APIError } from './api-error.ts'
import { APITimeoutError, APIUserAbortError } from './connection-errors.ts'

/** What was interrupted. */
export interface Interrupted {
  /** Completes "Cannot ...". */
  readonly action: string
  /** Says what has not come in time. */
  readonly late: string
  readonly mayHaveRun: boolean
}

/** Makes an APIError of an interruption. */
export function createInterruptionError({ kind, reason }: Interruption, { action, late, mayHaveRun }: Interrupted): APIError {
  const details = { mayHaveRun, cause: reason }
  if (kind === 'abort') return new APIUserAbortError(`Cannot ${action}: the caller aborted it`, details)
  return new APITimeoutError(`Cannot ${action}: ${late}`, details)
}
