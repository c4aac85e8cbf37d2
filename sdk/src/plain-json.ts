import { ConfigurationError } from './configuration-error.ts'
import { describe } from './describe.ts'
import { excerpt } from './parse-body.ts'
import { toPlace } from './to-place.ts'

/**
 * Copies a value as JSON has it, and asks each getter and each `toJSON` once. What JSON would drop, empty or turn into
 * null without a word is refused. An instance counts with its enumerable fields, and one that keeps what it has
 * elsewhere, such as a Map, has no JSON. Only members that are undefined are left out, as JSON does it.
 *
 * @throws ConfigurationError that names the place; what a getter or a `toJSON` threw there is its `cause`.
 */
export function plainJson(name: string, whole: unknown): unknown {
  // Leads to what is being copied, whatever throws there.
  const path: PropertyKey[] = [name]
  const around = new Set<object>()
  const error = (state: string, options?: ErrorOptions) =>
    new ConfigurationError(`Cannot send ${excerpt(toPlace(path), 200)}: ${state}`, options)

  const copy = (given: unknown): unknown => {
    const { toJSON } = Object(given)
    const value: unknown = typeof toJSON === 'function' ? toJSON.call(given, String(path.at(-1))) : given
    const kind = kindOf(value)
    if (value === null && kindOf(given) === 'Date') throw error('expected JSON, found an invalid Date')
    if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value
    if (typeof value !== 'object' || !/^(Object|Array)$/.test(kind)) {
      throw error(`expected JSON, found ${typeof value === 'object' ? kind : describe(value)}`)
    }
    if (around.has(value)) throw error('expected JSON, found a circle')
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
    throw thrown instanceof ConfigurationError ? thrown : error(describe(thrown), { cause: thrown })
  }
}

/** Such as `Map`; an instance of a class is an `Object`, unless the class names itself. */
function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1)
}
