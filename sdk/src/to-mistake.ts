import { ConfigurationError } from './configuration-error.ts'
import { describeValue } from './describe-value.ts'

/** Makes a ConfigurationError of what a function of the caller threw, unless it is one. */
export function toMistake(thrown: unknown, toMessage: (said: string) => string): ConfigurationError {
  return thrown instanceof ConfigurationError
    ? thrown
    : new ConfigurationError(toMessage(describeValue(thrown)), { cause: thrown })
}
