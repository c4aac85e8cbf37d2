import { Interruption } from '../transport/scope.ts'
import { createInterruptionError } from './api-error.ts'

/** Makes an error of what ended a batch early. */
export function createBatchError(thrown: unknown): Error {
  if (thrown instanceof Interruption) {
    return createInterruptionError(thrown, { action: 'finish the batch', late: 'its deadline has passed', mayHaveRun: false })
  }
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
