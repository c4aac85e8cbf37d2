import { ConfigurationError } from './configuration-error.ts'
import { describe } from './describe.ts'

/** Makes a ConfigurationError of what a function of the caller threw, unless it is one. */
export function toMistake(thrown: unknown, word: (said: string) => string): ConfigurationError {
  return thrown instanceof ConfigurationError ? thrown : new ConfigurationError(word(describe(thrown)), { cause: thrown })
}
