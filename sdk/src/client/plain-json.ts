import { ConfigurationError } from '../errors/configuration-error.ts'
import { describeValue } from '../responses/describe-value.ts'
import { toMistake } from '../responses/to-mistake.ts'
import { toPlace } from '../responses/to-place.ts'
import { excerpt } from '../transport/parse-body.ts'

/**
 * Copies a value as JSON represents it, and calls each getter and each `toJSON` once. What JSON would silently drop, empty
 * or turn into null is refused. An instance of a class counts with its enumerable fields; one that keeps its content
 * elsewhere, such as a Map, is refused. Members that are undefined are omitted, as by JSON.
 *
 * @throws ConfigurationError that names the place; what a getter or a `toJSON` threw there is its `cause`.
 */
export function plainJson(name: string, whole: unknown): unknown {
  // The path of the value being copied, for whatever throws there.
  const path: PropertyKey[] = [name]
  const around = new Set<object>()
  const say = (state: string) => `Cannot send ${excerpt(toPlace(path), 200)}: ${state}`

  const lost = (found: string) => new ConfigurationError(say(`expected JSON, found ${found}`))

  const copy = (given: unknown): unknown => {
    const { toJSON } = Object(given)
    const value: unknown = typeof toJSON === 'function' ? toJSON.call(given, String(path.at(-1))) : given
    if (value === null && kindOf(given) === 'Date') throw lost('an invalid Date')
    if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value
    const kind = kindOf(value)
    if (typeof value !== 'object' || !/^(Object|Array)$/.test(kind)) {
      throw lost(typeof value === 'object' ? kind : describeValue(value))
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
    throw toMistake(thrown, say)
  }
}

/** Like `plainJson`, for what has to be an object. */
export function plainObject(name: string, whole: unknown): object {
  const json = isObject(whole) && plainJson(name, whole)
  if (isObject(json)) return json
  throw new ConfigurationError(`Cannot send ${name}: expected an object, found ${describeValue(whole)}`)
}

/** Whether a value is an object in the sense of JSON. */
function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Such as `Map`. An instance of a class is an `Object`, unless the class has a `Symbol.toStringTag`. */
function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1)
}
