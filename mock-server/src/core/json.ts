import { formatPath } from '@wfhost/internal/messages'

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** A JSON object. Any name is possible, such as `__proto__`. */
export interface JsonObject {
  readonly [name: string]: Json
}

/** Returns a member of any value; undefined if the value has no such member. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

/** The maximum nesting of data from outside. Deeper data would overflow the stack of recursive functions and of patterns. */
export const deepestNesting = 500

// Results of workflows have up to 1000 levels, inside a body with a few more.
const deepestText = 1200

/** Returns whether a value nests more deeply than a number of levels. It does not recurse, so it can read any value. */
export function isTooDeep(value: unknown, levels: number = deepestNesting): boolean {
  let level = containersIn([value])
  for (let depth = 0; level.size > 0; depth += 1) {
    if (depth === levels) return true
    // A set, because aliases in YAML can refer to one object many times.
    const members = Array.from(level).flatMap((container): unknown[] => Object.values(container))
    level = containersIn(members)
  }
  return false
}

/** Returns the lists and objects among some values. */
function containersIn(values: readonly unknown[]): Set<object> {
  return new Set(values.filter((value) => typeof value === 'object' && value !== null))
}

/** Parses a text as JSON; undefined for a text that is not JSON, and for JSON that nests too deeply. */
export function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    const mayBeDeep = text.length > 2 * deepestText
    return mayBeDeep && isTooDeep(value, deepestText) ? undefined : value
  } catch {
    return undefined
  }
}

/** Describes what `readJson` expects of a text for which it returns undefined, and what the text is instead. */
export function describeUnreadJson(text: string): string {
  try {
    JSON.parse(text)
    return `at most ${deepestText} levels, found more`
  } catch (error) {
    return `JSON, found ${describeJsonError(error)}`
  }
}

/** Parses a text as JSON. Returns a text that is not JSON unchanged. */
export function readJsonOrText(text: string): unknown {
  const value = readJson(text)
  return value === undefined ? text : value
}

/**
 * Returns the message of the JavaScript engine about a text that is not JSON. The excerpt in the message is removed, because
 * it can contain half of a key, which redaction does not recognize.
 */
export function describeJsonError(error: unknown): string {
  return `none: ${String(Object(error).message).replace(/, (?:\.\.\.)?".*$/s, '')}`
}

/** Writes a value as JSON with sorted members, so that equal values have the same text. */
export function canonicalJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, member: unknown) => sortMembers(member))
}

function sortMembers(value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const maxDepth = 1000

/**
 * Copies a value as `JSON.stringify` would write it. It calls `toJSON`, leaves out members that are undefined, and replaces
 * undefined items of a list by null.
 *
 * @throws {NotJsonError} with the path of a value that JSON does not have (a bigint, a function, NaN, a cycle), or that
 * `JSON.stringify` would write as `{}` (a Map, a promise).
 */
export function copyJson(value: unknown, name: string): Json {
  return value === undefined ? null : copyAt(value, [name])
}

export class NotJsonError extends Error {
  override readonly name = 'NotJsonError'
}

/** @param path - Where the value is, for the error. The function changes and restores it, instead of copying it. */
function copyAt(value: unknown, path: (string | number)[]): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : rejectValue(String(value), path)
  if (typeof value !== 'object') return rejectValue(`a ${typeof value}`, path)
  if (path.length > maxDepth) return rejectValue(`more than ${maxDepth} levels`, path.slice(0, 1))
  const kind = Object.prototype.toString.call(value).slice(8, -1)
  if (kind === 'Date' && Number.isNaN(Number(value))) return rejectValue('an invalid Date', path)
  if ('toJSON' in value && typeof value.toJSON === 'function') return copyAt(value.toJSON(path.at(-1)) ?? null, path)
  if (kind !== 'Object' && kind !== 'Array') return rejectValue(kind, path)
  return Array.isArray(value) ? copyArray(value, path) : copyObject(value, path)
}

function copyArray(value: readonly unknown[], path: (string | number)[]): Json[] {
  const copy: Json[] = []
  for (let index = 0; index < value.length; index += 1) {
    path.push(index)
    copy.push(copyAt(value[index] ?? null, path))
    path.pop()
  }
  return copy
}

function copyObject(value: object, path: (string | number)[]): Json {
  const copy: Record<string, Json> = {}
  for (const name of Object.keys(value)) {
    const member: unknown = Reflect.get(value, name)
    if (member === undefined) continue
    path.push(name)
    const copied = copyAt(member, path)
    path.pop()
    // An assignment to __proto__ would set the prototype.
    if (name === '__proto__')
      Object.defineProperty(copy, name, { value: copied, enumerable: true, configurable: true, writable: true })
    else copy[name] = copied
  }
  return copy
}

function rejectValue(found: string, path: readonly (string | number)[]): never {
  const [name, ...rest] = path
  const innerPath = formatPath(rest)
  const separator = innerPath === '' || innerPath.startsWith('[') ? '' : '.'
  throw new NotJsonError(`${name}${separator}${innerPath}: expected JSON, found ${found}`)
}
