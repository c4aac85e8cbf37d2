import { APITimeoutError, APIUserAbortError } from './connection-errors.ts'
import { Interruption } from './scope.ts'

/** Makes an error of what ended a batch early. */
export function batchError(thrown: unknown): Error {
  if (!(thrown instanceof Interruption)) return thrown instanceof Error ? thrown : new Error(String(thrown))
  const [ErrorClass, what] =
    thrown.kind === 'abort' ? [APIUserAbortError, 'the caller aborted it'] : [APITimeoutError, 'its deadline has passed']
  return new ErrorClass(`Cannot finish the batch: ${what}`, { cause: thrown.reason })
}
