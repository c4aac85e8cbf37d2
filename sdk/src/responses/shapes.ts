import { describeValue } from './describe-value.ts'

/** A place that does not match. A tag is the literal that distinguishes alternatives. */
export interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly tag?: string | undefined
}

/** Lists where a value does not match a type. The value is not copied, so unknown fields stay. */
export interface Shape<Output = unknown> {
  (value: unknown): readonly Issue[]
  /** Exists for the compiler only. */
  readonly output?: Output
}

function expected(what: string, value: unknown): readonly Issue[] {
  return [{ path: [], message: `expected ${what}, found ${describeValue(value)}` }]
}

/** Any JSON, also null. */
// @__NO_SIDE_EFFECTS__
export function anything(): Shape<unknown> {
  return (value) => (value === undefined ? expected('a value', value) : [])
}

/** A value of a primitive type. */
// @__NO_SIDE_EFFECTS__
export function primitive<Name extends keyof Primitives>(name: Name): Shape<Primitives[Name]> {
  return (value) => (typeof value === name && (name !== 'number' || Number.isFinite(value)) ? [] : expected(name, value))
}

interface Primitives {
  readonly string: string
  readonly number: number
  readonly boolean: boolean
}

/** One string and no other. */
// @__NO_SIDE_EFFECTS__
export function literal<const Value extends string>(tag: Value): Shape<Value> {
  return (value) => (value === tag ? [] : expected(tag, value).map((issue) => ({ ...issue, tag })))
}

/** An object with these fields, and any others. */
// @__NO_SIDE_EFFECTS__
export function object<Fields extends FieldTypes>(fields: Fields): Shape<ObjectOf<Fields>> {
  return (value) => {
    if (!isObject(value)) return expected('object', value)
    return Object.entries(fields).flatMap(([name, type]) => judgeAt(name, { type, value: Reflect.get(value, name) }))
  }
}

/** An object that may have these fields, and any others. */
// @__NO_SIDE_EFFECTS__
export function partial<Fields extends FieldTypes>(fields: Fields): Shape<Partial<ObjectOf<Fields>>> {
  const optional = Object.entries(fields).map(([name, type]) => [
    name,
    (value: unknown) => (value === undefined ? [] : type(value)),
  ])
  return object(Object.fromEntries(optional))
}

type FieldTypes = Readonly<Record<string, Shape>>

type ObjectOf<Fields extends FieldTypes> = { readonly [Name in keyof Fields]: OutputOf<Fields[Name]> }

type OutputOf<Type> = Type extends Shape<infer Output> ? Output : never

/** An object whose fields are all of one kind. */
// @__NO_SIDE_EFFECTS__
export function mapOf<Value>(type: Shape<Value>): Shape<Readonly<Record<string, Value>>> {
  return (value) => {
    if (!isObject(value)) return expected('object', value)
    return Object.keys(value).flatMap((name) => judgeAt(name, { type, value: Reflect.get(value, name) }))
  }
}

/** An array. */
// @__NO_SIDE_EFFECTS__
export function listOf<Value>(type: Shape<Value>): Shape<readonly Value[]> {
  return (value) => {
    if (!Array.isArray(value)) return expected('array', value)
    return value.flatMap((item: unknown, index) => judgeAt(index, { type, value: item }))
  }
}

/** One of several types. If none matches, the issues are those of the one whose literal matches. */
// @__NO_SIDE_EFFECTS__
export function oneOf<Types extends readonly Shape[]>(...types: Types): Shape<OutputOf<Types[number]>> {
  return (value) => {
    const found: (readonly Issue[])[] = []
    for (const type of types) {
      const issues = type(value)
      if (issues.length === 0) return issues
      found.push(issues)
    }
    const meant = found.find((issues) => !issues.some(({ tag, path }) => tag || path.length === 0))
    if (meant !== undefined) return meant
    const [tagged, ...others] = found.flat().filter(({ tag }) => tag)
    if (!tagged) return found[0] ?? []
    const tags = [tagged, ...others].map(({ tag }) => tag).join(' or ')
    const there = tagged.path.reduce<unknown>((parent, key) => Object(parent)[key], value)
    return expected(tags, there).map((issue) => ({ ...issue, path: tagged.path }))
  }
}

/** A type with a further condition: `fault` returns what is wrong with a value, or false. */
// @__NO_SIDE_EFFECTS__
export function where<Value>(type: Shape<Value>, fault: (value: Value) => string | false): Shape<Value> {
  return (value) => {
    const issues = type(value)
    const message = issues.length === 0 && fault(value as Value)
    return message ? [{ path: [], message }] : issues
  }
}

function judgeAt(key: string | number, { type, value }: { readonly type: Shape; readonly value: unknown }) {
  return type(value).map((issue) => ({ ...issue, path: [key, ...issue.path] }))
}

/** Whether a value is an object in the sense of JSON. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
