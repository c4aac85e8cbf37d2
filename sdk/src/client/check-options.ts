import { ConfigurationError } from '../errors/configuration-error.ts'
import { describeValue } from '../responses/describe-value.ts'
import { readVariable, type Variable } from './environment.ts'

/** An option and its environment variable. */
export interface Source<Name extends string> {
  readonly option: Name
  readonly variable: Variable
}

/** Returns the option, or else the variable; throws if neither is set. */
export function required<Options, Name extends keyof Options & string>(
  options: Options,
  { option, variable }: Source<Name>,
): NonNullable<Options[Name]> | string {
  const found = options[option] ?? readVariable(variable)
  if (!found) {
    throw new ConfigurationError(`Cannot create a client: pass ${option} or set ${variable}`)
  }
  return found
}

/** Accepts an http or https address of origin and path. */
export function checkAddress(option: string, value: string): string {
  const address = URL.canParse(value) ? new URL(value) : undefined
  if (!/^https?:$/.test(address?.protocol ?? '') || /[?#@]/.test(value)) {
    // Shown only if it was clearly meant as an address: it may be a key in the wrong option.
    const shown = /^(?=.*[.:])[^?#@]{1,99}$/.test(value) ? `, found ${value}` : ''
    throw new ConfigurationError(`Cannot use ${option}: expected an http or https address of origin and path${shown}`)
  }
  return value.trim().replace(/\/+$/, '')
}

/** Accepts a single segment of a path. A URL would resolve `.` and `..` to another endpoint. */
export function checkSegment(name: string, value: string): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
    throw new ConfigurationError(`Cannot use ${name}: expected an identifier, found ${describeValue(value)}`)
  }
  return value
}

/** Accepts what a header can carry. `Headers` would reject the rest too, but show the key in its message. */
export function checkKey(name: string, value: unknown): string {
  if (typeof value === 'string' && /^[!-~]+$/.test(value)) return value
  // Describes the mistake without showing the key.
  const found = typeof value !== 'string' ? typeof value : value ? 'others' : 'none'
  throw new ConfigurationError(`Cannot use ${name}: expected a string of visible ASCII characters, found ${found}`)
}
