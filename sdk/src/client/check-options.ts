import { findUnknownNames } from '@wfhost/internal/messages'
import { describeValue, type Redact, withoutSecrets } from '@wfhost/internal/redacted-text'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { isAnyObject } from '../responses/is-object.ts'

/** The expected value of an option: in words for a message, such as `a number above 0`, and as a test that returns a truthy value. */
export type Check = readonly [expected: string, isValid: (value: unknown) => unknown]

/** A check of each option: one that is added to the interface has to be added here, too. */
export type Checks<Options> = { readonly [Name in keyof Options]-?: Check }

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

export const isBoolean: Check = ['true or false', (value) => typeof value === 'boolean']
export const isFunction: Check = ['a function', (value) => typeof value === 'function']
export const isObject: Check = ['an object', isAnyObject]
/** The time that remains may be negative: the total timeout has passed. */
export const isTotalTimeout: Check = ['a number', (value) => isNumber(value) && value >= -Infinity]
export const isTimeout: Check = ['a number above 0', (value) => isNumber(value) && value > 0]
export const isDuration: Check = ['a number of 0 or more', (value) => isNumber(value) && value >= 0]
export const isCount: Check = [
  'a whole number of 0 or more',
  (value) => isNumber(value) && value >= 0 && Math.floor(value) === value,
]
export const isPositive: Check = ['a whole number of 1 or more', (value) => isCount[1](value) && value !== 0]
export const isLimit: Check = ['a number of 1 or more', (value) => isNumber(value) && value >= 1]
export const isSignal: Check = ['an AbortSignal', (value) => Object(value).addEventListener]
export const isClock: Check = ['a clock with now() and sleep()', (value) => Object(value).now && Object(value).sleep]
export const isSchema: Check = ['a Standard Schema', (value) => Object(Object(value)['~standard']).validate]
/** Refuses the text of a missing member, such as `undefined`. All inputs without that member would have this name. */
export const isName: Check = [
  'a text that names it',
  (value) => typeof value === 'string' && !/^(undefined|null|\[object Object])?$/.test(value),
]
/** For an option that is checked where it is used. It may hold a key, which a message must not show. */
export const isChecked: Check = ['', () => true]

/** Refuses options that TypeScript would refuse. A misspelt limit, such as `timeOut`, would silently not apply. */
export function checkOptions(options: object, checks: Readonly<Record<string, Check>>, redact: Redact = withoutSecrets): void {
  checkRequired('options', options, isObject, redact)

  const [unknown] = findUnknownNames(options, (name) => Object.hasOwn(checks, name))
  if (unknown !== undefined) throw new ConfigurationError(redact(`Cannot use ${unknown}: unknown option`))

  for (const [name, value] of Object.entries(options)) {
    const check = checks[name]
    if (check && value !== undefined) checkRequired(name, value, check, redact)
  }
}

/** Checks a value that must not be missing, such as a parameter of a method. */
// biome-ignore lint/complexity/useMaxParams: the redactor is optional, and most callers have no secrets.
export function checkRequired(name: string, value: unknown, check: Check, redact: Redact = withoutSecrets): void {
  const [expected, isValid] = check
  if (isValid(value)) return

  throw new ConfigurationError(redact(`Cannot use ${name}: expected ${expected}, found ${describeValue(value, redact)}`))
}

type Variable =
  | 'WFHOST_BASE_URL'
  | 'WFHOST_API_KEY'
  | 'WFHOST_REGISTRY_URL'
  | 'WFHOST_REGISTRY_KEY'
  | 'WFHOST_PRODUCT'
  | 'WFHOST_LOG'
  | 'WFHOST_CONSOLE_SESSION'
  | `WFHOST_API_KEY_${string}`

/**
 * Reads an environment variable. Undefined if it is not set or empty, in a browser, which has no environment, and without
 * permission to read it, as in Deno.
 */
export function readVariable(name: Variable): string | undefined {
  try {
    return globalThis.process.env[name] || undefined
  } catch {
    return undefined
  }
}

/** Lists the values of the environment variables whose names match a pattern, and which are not empty. */
export function listVariables(pattern: RegExp): readonly string[] {
  try {
    const matching = Object.entries(globalThis.process.env).filter(([name]) => pattern.test(name))
    return matching.flatMap(([, value]) => value || [])
  } catch {
    return []
  }
}

/** The variable that holds the key of one workflow, such as `WFHOST_API_KEY_SUPPORT_TRIAGE`. */
export function keyVariableOf(flowId: string): `WFHOST_API_KEY_${string}` {
  return `WFHOST_API_KEY_${flowId.toUpperCase().replace(/\W/g, '_')}`
}

/** An option, such as `apiKey`, and the environment variable that is read if the option is not set, such as `WFHOST_API_KEY`. */
export interface OptionSource<Name extends string> {
  readonly option: Name
  readonly variable: Variable
}

/** Reads an option, or else its environment variable. Throws a ConfigurationError if neither is set. */
export function readRequiredOption<Options, Name extends keyof Options & string>(
  options: Options,
  { option, variable }: OptionSource<Name>,
): NonNullable<Options[Name]> | string {
  const value = options[option] ?? readVariable(variable)
  if (!value) {
    throw new ConfigurationError(`Cannot create a client: pass ${option} or set ${variable}`)
  }
  return value
}

/** Checks an identifier that becomes a segment of a path. A URL would resolve `.` and `..` to another endpoint. */
export function checkPathSegment(name: string, value: string): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
    // A string that gets here has at most two dots, so it cannot be a secret.
    throw new ConfigurationError(`Cannot use ${name}: expected an identifier, found ${describeValue(value, withoutSecrets)}`)
  }
  return value
}

/** Checks that a header can carry a key. `Headers` also rejects other keys, but its message would show the key. */
export function checkKey(name: string, value: unknown): string {
  if (typeof value === 'string' && /^[!-~]+$/.test(value)) return value

  const found = describeInvalidKey(value)
  throw new ConfigurationError(`Cannot use ${name}: expected a string of visible ASCII characters, found ${found}`)
}

/** Describes a value that cannot be a key, without showing it. */
function describeInvalidKey(value: unknown): string {
  if (typeof value !== 'string') return typeof value
  if (value === '') return 'none'
  return /\s/.test(value) ? 'white space: the key alone is passed, without Bearer' : 'others'
}
