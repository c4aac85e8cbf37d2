// Zod types for bodies, made on the base of zod's own: they nest with `z.object` and the like, and are a third of their
// size. A body is judged and not copied, so whatever it has beside the fields stays.
import { $constructor, $ZodType } from 'zod/v4/core'

/** A place that does not fit. A tag is the literal by which alternatives are told apart. */
interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly tag?: string | undefined
}

type Judge = (value: unknown) => readonly Issue[]

const JudgedType = /* @__PURE__ */ $constructor(
  'JudgedType',
  (type: $ZodType, definition: { readonly type: 'custom'; readonly judge: Judge }) => {
    $ZodType.init(type, definition)
    type._zod.parse = (payload) => {
      for (const { path, ...issue } of definition.judge(payload.value)) {
        payload.issues.push({ code: 'custom', input: payload.value, path: [...path], params: issue, message: issue.message })
      }
      return payload
    }
  },
)

/* @__NO_SIDE_EFFECTS__ */
function createType<Output>(judge: Judge): $ZodType<Output> {
  return new JudgedType({ type: 'custom', judge }) as $ZodType<Output>
}

/** Lists what a type made here has against a value, without the detour through zod. */
export function judge(type: $ZodType, value: unknown): readonly Issue[] {
  return (type._zod.def as unknown as { readonly judge: Judge }).judge(value)
}

function expected(what: string, value: unknown): readonly Issue[] {
  return [{ path: [], message: `expected ${what}, found ${describe(value)}` }]
}

/** What a value is, as a message shows it. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return 'array'
  return typeof value === 'string' && value.length < 40 ? JSON.stringify(value) : typeof value
}

/** Any JSON, also null. */
// @__NO_SIDE_EFFECTS__
export function anything(): $ZodType<unknown> {
  return createType((value) => (value === undefined ? expected('a value', value) : []))
}

/** A value of a primitive type. */
// @__NO_SIDE_EFFECTS__
export function primitive<Name extends keyof Primitives>(name: Name): $ZodType<Primitives[Name]> {
  return createType((value) =>
    typeof value === name && (name !== 'number' || Number.isFinite(value)) ? [] : expected(name, value),
  )
}

interface Primitives {
  readonly string: string
  readonly number: number
  readonly boolean: boolean
}

/** One string and no other. */
// @__NO_SIDE_EFFECTS__
export function literal<const Value extends string>(tag: Value): $ZodType<Value> {
  return createType((value) => (value === tag ? [] : expected(tag, value).map((issue) => ({ ...issue, tag }))))
}

/** An object with these fields, and any others. */
// @__NO_SIDE_EFFECTS__
export function object<Fields extends FieldTypes>(fields: Fields): $ZodType<ObjectOf<Fields>> {
  return createType((value) => {
    if (!isObject(value)) return expected('object', value)
    return Object.entries(fields).flatMap(([name, type]) => judgeAt(name, { type, value: Reflect.get(value, name) }))
  })
}

/** An object that may have these fields, and any others. */
// @__NO_SIDE_EFFECTS__
export function partial<Fields extends FieldTypes>(fields: Fields): $ZodType<Partial<ObjectOf<Fields>>> {
  const optional = Object.entries(fields).map(([name, type]) => [
    name,
    createType((value) => (value === undefined ? [] : judge(type, value))),
  ])
  return object(Object.fromEntries(optional))
}

type FieldTypes = Readonly<Record<string, $ZodType>>

type ObjectOf<Fields extends FieldTypes> = { readonly [Name in keyof Fields]: Fields[Name]['_zod']['output'] }

/** An object whose fields are all of one kind. */
// @__NO_SIDE_EFFECTS__
export function mapOf<Value>(type: $ZodType<Value>): $ZodType<Readonly<Record<string, Value>>> {
  return createType((value) => {
    if (!isObject(value)) return expected('object', value)
    return Object.keys(value).flatMap((name) => judgeAt(name, { type, value: Reflect.get(value, name) }))
  })
}

/** An array. */
// @__NO_SIDE_EFFECTS__
export function listOf<Value>(type: $ZodType<Value>): $ZodType<readonly Value[]> {
  return createType((value) => {
    if (!Array.isArray(value)) return expected('array', value)
    return value.flatMap((item: unknown, index) => judgeAt(index, { type, value: item }))
  })
}

/** One of several kinds. When none fits, what is said is about the one whose literal fits, which was meant. */
// @__NO_SIDE_EFFECTS__
export function oneOf<Types extends readonly $ZodType[]>(...types: Types): $ZodType<Types[number]['_zod']['output']> {
  return createType((value) => {
    const found: (readonly Issue[])[] = []
    for (const type of types) {
      const issues = judge(type, value)
      if (issues.length === 0) return issues
      found.push(issues)
    }
    const meant = found.find((issues) => !issues.some(({ tag, path }) => tag !== undefined || path.length === 0))
    if (meant !== undefined) return meant
    const [tagged, ...others] = found.flat().filter(({ tag }) => tag !== undefined)
    if (tagged === undefined) return found[0] ?? []
    const tags = [tagged, ...others].map(({ tag }) => tag).join(' or ')
    const there = tagged.path.reduce<unknown>((parent, key) => Object(parent)[key], value)
    return expected(tags, there).map((issue) => ({ ...issue, path: tagged.path }))
  })
}

/** A type with a condition that it cannot say itself: what is wrong with a value, or false. */
// @__NO_SIDE_EFFECTS__
export function where<Value>(type: $ZodType<Value>, fault: (value: Value) => string | false): $ZodType<Value> {
  return createType((value) => {
    const issues = judge(type, value)
    const message = issues.length === 0 && fault(value as Value)
    return message ? [{ path: [], message }] : issues
  })
}

function judgeAt(key: string | number, { type, value }: { readonly type: $ZodType; readonly value: unknown }) {
  return judge(type, value).map((issue) => ({ ...issue, path: [key, ...issue.path] }))
}

/** Whether a value is an object in the sense of JSON. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
