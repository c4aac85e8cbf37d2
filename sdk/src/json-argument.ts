import { ConfigurationError } from './configuration-error.ts'

/**
 * Serializes a payload for one argument of type string (RUN-JSON-STRING).
 *
 * @throws ConfigurationError for a value that has no JSON, such as undefined or a function.
 */
export function jsonArgument(payload: unknown): string {
  const text: string | undefined = JSON.stringify(payload)
  if (text === undefined) throw new ConfigurationError(`Cannot serialize an argument: a ${typeof payload} has no JSON`)
  return text
}
