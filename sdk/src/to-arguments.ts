import { ConfigurationError } from './configuration-error.ts'
import { describe, isObject } from './shapes.ts'

/** What the value of an argument may be (RUN-ARG-VALUE). Inside objects and arrays null is ordinary JSON. */
export type ArgumentValue = string | number | boolean | object

/** The arguments of a run by name. */
export type Arguments = Readonly<Record<string, ArgumentValue>>

/** A name and a value, as a run request carries them. */
export interface Argument {
  readonly name: string
  readonly value: ArgumentValue
}

/**
 * Turns arguments by name into a list in the order of the keys.
 *
 * @throws ConfigurationError for a value that is no JSON or that no argument may have: null, undefined, a function,
 *   a symbol, a bigint, a number that is not finite (RUN-ARG-NULL).
 */
export function toArguments(values: object): Argument[] {
  if (!isObject(values)) throw new ConfigurationError('Cannot send arguments: expected an object of values by name')
  return Object.entries(values).map(([name, value]) => {
    if (!isArgumentValue(value)) {
      throw new ConfigurationError(
        `Cannot send argument ${JSON.stringify(name)}: expected a string, number, boolean, object or array, found ${describe(value)}`,
      )
    }
    return { name, value }
  })
}

function isArgumentValue(value: unknown): value is ArgumentValue {
  return typeof value === 'number' ? Number.isFinite(value) : value !== null && /^(string|boolean|object)$/.test(typeof value)
}
