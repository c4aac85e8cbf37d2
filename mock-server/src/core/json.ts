import { formatPath } from '@wfhost/internal/messages'

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** A JSON object. Any name is possible, such as `__proto__`. */
export interface JsonObject {
  readonly [name: string]: Json
}

/** A member of a value that may be any JSON; undefined if there is none. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

/** How deep data from outside may nest. Deeper data would overflow the stack of functions that recurse, or of patterns. */
export const deepestNesting = 500

// Results of workflows have up to 1000 levels, and something around them.
const deepestText = 1200

/** Whether lists and objects in a value nest more deeply. Does not recurse itself. */
export function isTooDeep(value: unknown, levels: number = deepestNesting): boolean {
  let level = containersIn([value])
  for (let depth = 0; level.size > 0; depth += 1) {
    if (depth === levels) return true
    // A set, since the aliases of YAML may name one object many times.
    level = new Set(Array.from(level, (container) => containersIn(Object.values(container))).flatMap((inner) => [...inner]))
  }
  return false
}

function containersIn(values: readonly unknown[]): Set<object> {
  return new Set(values.filter((value) => typeof value === 'object' && value !== null))
}

/** Reads a text as JSON; undefined for a text that is not JSON, and for one that nests too deeply to be looked at. */
export function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    const mayBeDeep = text.length > 2 * deepestText
    return mayBeDeep && isTooDeep(value, deepestText) ? undefined : value
  } catch {
    return undefined
  }
}

/** A text as JSON; what is none stays text. */
export function readJsonOrText(text: string): unknown {
  const value = readJson(text)
  return value === undefined ? text : value
}

/** What the engine says of a text that is no JSON, without the excerpt that it adds: half of a key is not known for one. */
export function whyNotJson(error: unknown): string {
  return `none: ${String(Object(error).message).replace(/, (?:\.\.\.)?".*$/s, '')}`
}

/** A value in JSON with the members of each object in order: the same text for what is the same. */
export function canonicalJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  )
}

const maxDepth = 1000

/**
 * Copies a value as `JSON.stringify` would write it: calls `toJSON`, and drops what is undefined, or makes it null in a
 * list.
 *
 * @throws {NotJsonError} for a value that JSON does not have (a bigint, a function, NaN, a cycle), or would empty (a Map, a
 * promise), with its path.
 */
export function copyJson(value: unknown, place: string): Json {
  return value === undefined ? null : copyAt(value, [place])
}

export class NotJsonError extends Error {
  override readonly name = 'NotJsonError'
}

function copyAt(value: unknown, path: (string | number)[]): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : refuse(String(value), path)
  if (typeof value !== 'object') return refuse(`a ${typeof value}`, path)
  if (path.length > maxDepth) return refuse(`more than ${maxDepth} levels`, path.slice(0, 1))
  const kind = Object.prototype.toString.call(value).slice(8, -1)
  if (kind === 'Date' && Number.isNaN(Number(value))) return refuse('an invalid Date', path)
  if ('toJSON' in value && typeof value.toJSON === 'function') return copyAt(value.toJSON(path.at(-1)) ?? null, path)
  if (kind !== 'Object' && kind !== 'Array') return refuse(kind, path)
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

function refuse(found: string, path: readonly (string | number)[]): never {
  const [whole, ...rest] = path
  const inner = formatPath(rest)
  throw new NotJsonError(`${whole}${/^(\[|$)/.test(inner) ? inner : `.${inner}`}: expected JSON, found ${found}`)
}
