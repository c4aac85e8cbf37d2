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

/** Lists what a type has against a value: a type of ours says it at once, and zod about any other. */
export function judge(type: $ZodType, value: unknown): readonly Issue[] {
  const own = type._zod.def as { readonly judge?: Judge }
  if (own.judge) return own.judge(value)
  const { issues } = type._zod.run({ value, issues: [] }, { async: false }) as { readonly issues: readonly RawIssue[] }
  return issues.map(({ path = [], message = 'does not fit', params }) => ({ path, message, tag: params?.tag }))
}

interface RawIssue {
  readonly path?: readonly PropertyKey[]
  readonly message?: string
  readonly params?: { readonly tag?: string }
}

function expected(what: string, value: unknown): readonly Issue[] {
  return [{ path: [], message: `expected ${what}, found ${describe(value)}` }]
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
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

/** An object with some fields, of which those that are named optional may be absent. */
// @__NO_SIDE_EFFECTS__
export function object<Fields extends Record<string, $ZodType>, Optional extends keyof Fields = never>(
  fields: Fields,
  optional: readonly Optional[] = [],
): $ZodType<ObjectOf<Fields, Optional>> {
  return createType((value) => {
    if (!isObject(value)) return expected('object', value)
    const names = Object.keys(fields).filter((name) => name in value || !optional.includes(name as Optional))
    return names.flatMap((name) => judgeAt(name, { type: fields[name] ?? anything(), value: Reflect.get(value, name) }))
  })
}

type ObjectOf<Fields extends Record<string, $ZodType>, Optional extends keyof Fields> = {
  readonly [Name in Exclude<keyof Fields, Optional>]: Fields[Name]['_zod']['output']
} & { readonly [Name in Optional]?: Fields[Name]['_zod']['output'] }

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
    if (types.some((type) => judge(type, value).length === 0)) return []
    const found = types.map((type) => judge(type, value))
    const meant = found.find((issues) => !issues.some(({ tag, path }) => tag !== undefined || path.length === 0))
    if (meant !== undefined) return meant
    const [tagged, ...others] = found.flat().filter(({ tag }) => tag !== undefined)
    if (tagged === undefined) return found[0] ?? []
    const tags = [tagged, ...others].map(({ tag }) => tag).join(' or ')
    const there = tagged.path.reduce<unknown>((parent, key) => Object(parent)[key], value)
    return expected(tags, there).map((issue) => ({ ...issue, path: tagged.path }))
  })
}

/** A type with a condition that it cannot say itself. */
// @__NO_SIDE_EFFECTS__
export function where<Value>(type: $ZodType<Value>, condition: Condition<Value>): $ZodType<Value> {
  return createType((value) => {
    const issues = judge(type, value)
    return issues.length > 0 || condition.fits(value as Value) ? issues : [{ path: [], message: condition.message }]
  })
}

interface Condition<Value> {
  readonly message: string
  readonly fits: (value: Value) => boolean
}

function judgeAt(key: string | number, { type, value }: { readonly type: $ZodType; readonly value: unknown }) {
  return judge(type, value).map((issue) => ({ ...issue, path: [key, ...issue.path] }))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
