import { describeValue, withoutSecrets } from '@wfhost/internal/redacted-text'
import { createRedactor } from '@wfhost/internal/redaction'
import { APIError, createInterruptionError } from '../errors/api-error.ts'
import { ConfigurationError, toConfigurationError } from '../errors/configuration-error.ts'
import { isInterruption } from '../transport/scope.ts'

/** The error of an input that has no run. */
export type RunError = APIError | ConfigurationError

/** Creates the error for a client that resolves with something else than a run. */
export function createMissingRunError(value: unknown, index: number): APIError {
  const description = describeValue(value, withoutSecrets)
  const message = `Cannot determine the outcome of input ${index}: the client resolved with ${description}, not with a run`
  return new APIError(message, { mayHaveRun: true })
}

/** Converts the rejection of a client. After an error of another package, it is unknown whether the client sent the run. */
export function toRunError(thrown: unknown, index: number): RunError {
  if (thrown instanceof APIError || thrown instanceof ConfigurationError) return thrown

  const message = `Cannot determine the outcome of input ${index}: ${describeValue(thrown, withoutSecrets)}`
  return new APIError(message, { mayHaveRun: true, cause: thrown })
}

/** Converts the error that stopped a batch to the error of an input that was not sent for this reason. */
export function toRefusal(failure: Error, index: number): RunError {
  if (failure instanceof APIError) return failure
  return toConfigurationError(failure, createRedactor(new Map()), (reason) => `Cannot run input ${index}: ${reason}`)
}

/** Converts the first error that stopped a batch to the error that `runMany` throws at its end. */
export function toBatchError(thrown: unknown): Error {
  if (isInterruption(thrown)) {
    return createInterruptionError(thrown, {
      action: 'finish the batch',
      timeoutMessage: 'its total timeout has passed',
      mayHaveRun: false,
    })
  }
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
