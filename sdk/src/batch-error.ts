import { interruptionError } from './interruption-error.ts'
import { Interruption } from './scope.ts'

/** Makes an error of what ended a batch early. */
export function batchError(thrown: unknown): Error {
  if (thrown instanceof Interruption) {
    return interruptionError(thrown, { action: 'finish the batch', late: 'its deadline has passed', mayHaveRun: false })
  }
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
