import { formatPath } from '@wfhost/internal/messages'
import { describeValue, excerpt, type Redact, withoutSecrets } from '@wfhost/internal/redacted-text'
import type { components } from '@wfhost/openapi'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { isAnyObject } from '../responses/is-object.ts'

/** The value of an argument. Null is allowed only inside objects and arrays (RUN-ARG-VALUE). */
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

  for (const [name, value] of Object.entries(toPlainObject('args', values, redact))) {
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
  return JSON.stringify(toPlainJson('payload', payload, withoutSecrets))
}

/**
 * Copies a value as JSON represents it. Each getter and each `toJSON` is called once.
 *
 * @throws ConfigurationError that names the place of a value that JSON would drop, empty or turn into null. The error of a
 *   getter or a `toJSON` is its `cause`.
 */
function toPlainJson(name: string, value: unknown, redact: Redact): unknown {
  const copier = new JsonCopier(name, redact)
  try {
    return copier.copy(value)
  } catch (thrown) {
    if (thrown instanceof ConfigurationError) throw thrown
    throw copier.createError(describeValue(thrown, redact), thrown)
  }
}

/** How much of a path a message shows, in characters. */
const LONGEST_PATH = 200

/** Copies a value and everything in it. Keeps the path of the current value, such as `args.address.street`, for messages. */
class JsonCopier {
  readonly #path: PropertyKey[]
  readonly #redact: Redact
  /** The objects that contain the current value. */
  readonly #parents = new Set<object>()

  constructor(name: string, redact: Redact) {
    this.#path = [name]
    this.#redact = redact
  }

  /** Copies a value, and refuses a value that JSON would change. */
  copy(original: unknown): unknown {
    const value = this.#applyToJson(original)
    // JSON would send 0 instead.
    if (Object.is(value, -0)) throw this.#createLossError('-0. Send 0')
    if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value
    if (typeof value !== 'object') throw this.#createLossError(describeValue(value, this.#redact))

    // JSON sends the enumerable fields of an instance of a class. A Map has none, so JSON would lose its content.
    const kind = kindOf(value)
    if (kind !== 'Object' && kind !== 'Array') throw this.#createLossError(kind)
    if (this.#parents.has(value)) throw this.#createLossError('a circle')

    this.#parents.add(value)
    const copied = Array.isArray(value) ? this.#copyArray(value) : this.#copyObject(value)
    this.#parents.delete(value)
    return copied
  }

  createError(state: string, cause?: unknown): ConfigurationError {
    const path = excerpt(this.#redact(formatPath(this.#path)), LONGEST_PATH)
    return new ConfigurationError(this.#redact(`Cannot send ${path}: ${state}`), { cause })
  }

  /** Calls the `toJSON` of a value, as JSON.stringify does: with the name of the value in its parent. */
  #applyToJson(original: unknown): unknown {
    const { toJSON } = Object(original)
    if (typeof toJSON !== 'function') return original

    const value: unknown = toJSON.call(original, String(this.#path.at(-1)))
    if (value === null && kindOf(original) === 'Date') throw this.#createLossError('an invalid Date')
    return value
  }

  #copyArray(list: readonly unknown[]): unknown[] {
    // `map` would skip the holes of a sparse array.
    return Array.from(list, (element, index) => this.#copyElement(index, element))
  }

  #copyObject(value: object): object {
    const members: [name: string, copied: unknown][] = []
    for (const name of Object.keys(value)) {
      members.push([name, this.#copyMember(name, value)])
    }
    return Object.fromEntries(members)
  }

  /** Copies a member of an object. JSON omits members that are undefined. */
  #copyMember(name: string, parent: object): unknown {
    this.#path.push(name)
    const member: unknown = Reflect.get(parent, name)
    const copied = member === undefined ? undefined : this.copy(member)
    this.#path.pop()
    return copied
  }

  #copyElement(index: number, element: unknown): unknown {
    this.#path.push(index)
    const copied = this.copy(element)
    this.#path.pop()
    return copied
  }

  #createLossError(found: string): ConfigurationError {
    return this.createError(`expected JSON, found ${found}`)
  }
}

/**
 * Copies an object as JSON represents it, and refuses every other value. Used for the arguments of a run and the payload of a tool.
 *
 * @param name - The name of the value in messages, such as `args`.
 */
export function toPlainObject(name: string, value: unknown, redact: Redact): object {
  // A `toJSON` of the object can return another kind of value.
  const json = isObject(value) ? toPlainJson(name, value, redact) : undefined
  if (isObject(json)) return json

  throw new ConfigurationError(`Cannot send ${name}: expected an object, found ${describeValue(value, redact)}`)
}

function isObject(value: unknown): value is object {
  return isAnyObject(value) && !Array.isArray(value)
}

/** Returns the kind of a value, such as `Map`. An instance of a class is an `Object`, unless it has a `Symbol.toStringTag`. */
function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1)
}
