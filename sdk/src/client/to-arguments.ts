import type { components } from '@wfhost/openapi'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { describeValue } from '../responses/describe-value.ts'
import { plainObject } from './plain-json.ts'

/** What the value of an argument may be (RUN-ARG-VALUE). Inside objects and arrays null is ordinary JSON. */
export type ArgumentValue = string | number | boolean | object

/** The arguments of a run by name. */
export type Arguments = Readonly<Record<string, ArgumentValue>>

/** A name and a value, as the document has them. */
type Argument = components['schemas']['Argument']

/**
 * Turns arguments by name into a list in the order of the keys.
 *
 * @throws ConfigurationError for a value that JSON cannot represent, and for null (RUN-ARG-NULL).
 */
export function toArguments(values: object): Argument[] {
  return Object.entries(plainObject('args', values)).map(([name, value]) => {
    if (value === undefined || value === null) {
      throw new ConfigurationError(
        `Cannot send args.${name}: expected a value, found ${describeValue(value)}; leave the name out`,
      )
    }
    return { name, value }
  })
}
