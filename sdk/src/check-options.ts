import { ConfigurationError } from './configuration-error.ts'
import { describeValue } from './describe-value.ts'
import { readVariable, type Variable } from './environment.ts'

/** An option, and the variable that stands in for it. */
export interface Source<Name extends string> {
  readonly option: Name
  readonly variable: Variable
}

/** Takes the option or the variable, or says how to give one. */
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

/** Accepts an address of http or https that holds nothing but origin and path. */
export function checkAddress(option: string, value: string): string {
  const address = URL.canParse(value) ? new URL(value) : undefined
  if (!/^https?:$/.test(address?.protocol ?? '') || /[?#@]/.test(value)) {
    // What has a dot or a colon, and nothing that carries secrets, was meant as an address, and is no key.
    const shown = /^(?=.*[.:])[^?#@]{1,99}$/.test(value) ? `, found ${value}` : ''
    throw new ConfigurationError(`Cannot use ${option}: expected an http or https address of origin and path${shown}`)
  }
  return value.trim().replace(/\/+$/, '')
}

/** Accepts what stays one segment of a path. A URL would resolve `.` and `..` to another endpoint. */
export function checkSegment(name: string, value: string): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
    throw new ConfigurationError(`Cannot use ${name}: expected an identifier, found ${describeValue(value)}`)
  }
  return value
}

/** Accepts what a header can carry. `Headers` would refuse the rest too, with the key in its message. */
export function checkKey(name: string, value: unknown): string {
  if (typeof value === 'string' && /^[!-~]+$/.test(value)) return value
  // What is wrong with it, without showing it.
  const found = typeof value !== 'string' ? typeof value : value ? 'others' : 'none'
  throw new ConfigurationError(`Cannot use ${name}: expected a string of visible ASCII characters, found ${found}`)
}
