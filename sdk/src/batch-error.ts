import { APITimeoutError, APIUserAbortError } from './connection-errors.ts'
import { Interruption } from './scope.ts'

/** Makes an error of what ended a batch early. */
export function batchError(thrown: unknown): Error {
  if (!(thrown instanceof Interruption)) return thrown instanceof Error ? thrown : new Error(String(thrown))
  const details = { cause: thrown.reason }
  if (thrown.kind === 'abort') return new APIUserAbortError('Cannot finish the batch: the caller aborted it', details)
  return new APITimeoutError('Cannot finish the batch: its deadline has passed', details)
}
