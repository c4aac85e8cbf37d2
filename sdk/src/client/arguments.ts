import { formatPath } from '@wfhost/internal/messages'
import { describeValue, excerpt, type Redact, withoutSecrets } from '@wfhost/internal/redacted-text'
import type { components } from '@wfhost/openapi'
import { ConfigurationError } from '../errors/configuration-error.ts'

/** What the value of an argument may be (RUN-ARG-VALUE). Inside objects and arrays null is ordinary JSON. */
export type ArgumentValue = string | number | boolean | object

/** The arguments of a run by name. */
export type Arguments = Readonly<Record<string, ArgumentValue>>

type Argument = components['schemas']['Argument']

/**
 * Turns arguments by name into a list in the order of the keys. Undefined arguments are left out, as by JSON.
 *
 * @throws ConfigurationError for a value that JSON cannot represent, and for null (RUN-ARG-NULL).
 */
export function toArguments(values: object, redact: Redact): Argument[] {
  const args: Argument[] = []

  for (const [name, value] of Object.entries(plainObject('args', values, redact))) {
    if (value === undefined) continue
    if (value === null) {
      throw new ConfigurationError(redact(`Cannot send args.${name}: expected a value, found null. Leave the name out`))
    }
    args.push({ name, value })
  }

  return args
}

/**
 * Serializes a payload as JSON, and refuses what JSON would lose.
 *
 * @throws ConfigurationError with the path of a value that JSON cannot represent.
 */
export function serializePayload(payload: unknown): string {
  return JSON.stringify(plainJson('payload', payload, withoutSecrets))
}

/**
 * Copies a value as JSON represents it, and calls each getter and each `toJSON` once. What JSON would silently drop, empty
 * or turn into null is refused. An instance of a class counts with its enumerable fields; one that keeps its content
 * elsewhere, such as a Map, is refused. Members that are undefined are omitted, as by JSON.
 *
 * @throws ConfigurationError that names the place; what a getter or a `toJSON` threw there is its `cause`.
 */
function plainJson(name: string, whole: unknown, redact: Redact): unknown {
  // The path of the value being copied, for whatever throws there.
  const path: PropertyKey[] = [name]
  const around = new Set<object>()
  const say = (state: string) => redact(`Cannot send ${excerpt(redact(formatPath(path)), 200)}: ${state}`)

  const lost = (found: string) => new ConfigurationError(say(`expected JSON, found ${found}`))

  const copy = (given: unknown): unknown => {
    const { toJSON } = Object(given)
    const value: unknown = typeof toJSON === 'function' ? toJSON.call(given, String(path.at(-1))) : given
    if (value === null && kindOf(given) === 'Date') throw lost('an invalid Date')
    // JSON.stringify writes it as 0.
    if (Object.is(value, -0)) throw lost('-0. Send 0')
    if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value
    const kind = kindOf(value)
    if (typeof value !== 'object' || !/^(Object|Array)$/.test(kind)) {
      throw lost(typeof value === 'object' ? kind : describeValue(value, redact))
    }
    if (around.has(value)) throw lost('a circle')
    around.add(value)
    const list = Array.isArray(value)
    const members = [...(list ? value.keys() : Object.keys(value))].map((key) => {
      path.push(key)
      const member: unknown = Reflect.get(value, key)
      const copied = member === undefined && !list ? undefined : copy(member)
      path.pop()
      return [key, copied] as const
    })
    around.delete(value)
    return list ? members.map(([, copied]) => copied) : Object.fromEntries(members)
  }

  try {
    return copy(whole)
  } catch (thrown) {
    if (thrown instanceof ConfigurationError) throw thrown
    throw new ConfigurationError(say(describeValue(thrown, redact)), { cause: thrown })
  }
}

/** Like `plainJson`, for what has to be an object. */
export function plainObject(name: string, whole: unknown, redact: Redact): object {
  const json = isObject(whole) ? plainJson(name, whole, redact) : undefined
  if (isObject(json)) return json

  throw new ConfigurationError(`Cannot send ${name}: expected an object, found ${describeValue(whole, redact)}`)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Such as `Map`. An instance of a class is an `Object`, unless the class has a `Symbol.toStringTag`. */
function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1)
}
