import { ConfigurationError } from '../errors/configuration-error.ts'
import { describeValue } from './describe-value.ts'

/** Wraps what a function of the caller threw in a ConfigurationError, unless it is one. */
export function toMistake(thrown: unknown, toMessage: (said: string) => string): ConfigurationError {
  return thrown instanceof ConfigurationError
    ? thrown
    : new ConfigurationError(toMessage(describeValue(thrown)), { cause: thrown })
}
