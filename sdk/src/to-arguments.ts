import { ConfigurationError } from './configuration-error.ts'

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
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw new ConfigurationError('Cannot send arguments: expected an object of values by name')
  }
  return Object.entries(values).map(([name, value]) => {
    if (!isArgumentValue(value)) {
      const found = typeof value === 'number' ? String(value) : value === null ? 'null' : typeof value
      throw new ConfigurationError(
        `Cannot send argument ${JSON.stringify(name)}: expected a string, number, boolean, object or array, found ${found}`,
      )
    }
    return { name, value }
  })
}

function isArgumentValue(value: unknown): value is ArgumentValue {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'object' && value !== null)
}
