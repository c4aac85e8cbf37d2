import type { ArgumentSchema } from '../core/implementation.ts'

/** A field of a result that a schema requires. */
export interface RequiredField {
  /** The JSON pointer to the field in the result. Empty for the result itself. */
  readonly place: string
  /** The JSON types that the schema accepts there. */
  readonly types: readonly JsonType[]
}

/** The name of a JSON type. */
export type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array'

/** A value of each type. A schema that accepts one of them accepts the type, unless it restricts the values further. */
const samples: Readonly<Record<JsonType, unknown>> = {
  string: 'text',
  number: 1,
  boolean: true,
  null: null,
  object: {},
  array: [],
}

/** The most fields of a result that are tried, so that a large result takes no noticeable time. */
const MOST_FIELDS = 200

/**
 * Lists the fields of a result that a schema requires, each with the types that it accepts. A schema of another library
 * cannot be read, so each field is left out and replaced, and the schema decides whether the result is still valid. The
 * first element of a list represents all of them.
 */
export async function listRequiredFields(schema: ArgumentSchema, result: unknown): Promise<readonly RequiredField[]> {
  if (!(await isValid(schema, result))) return []

  const fields: RequiredField[] = [{ place: '', types: await listTypes(schema, result, []) }]
  for (const path of listPaths(result).slice(0, MOST_FIELDS)) {
    const isRequired = !(await isValid(schema, replaceAt(result, path, removed)))
    if (isRequired) fields.push({ place: toPointer(path), types: await listTypes(schema, result, path) })
  }
  return fields
}

type Path = readonly (string | number)[]

async function listTypes(schema: ArgumentSchema, result: unknown, path: Path): Promise<JsonType[]> {
  const ownType = typeOf(valueAt(result, path))
  const types: JsonType[] = [ownType]

  for (const [type, sample] of Object.entries(samples)) {
    const isAccepted = type !== ownType && (await isValid(schema, replaceAt(result, path, sample)))
    // The names of the samples are the types.
    if (isAccepted) types.push(type as JsonType)
  }
  return types
}

async function isValid(schema: ArgumentSchema, value: unknown): Promise<boolean> {
  try {
    return (await schema['~standard'].validate(value)).issues === undefined
  } catch {
    // A schema with code of its own may throw for a value that it does not expect.
    return false
  }
}

/** Lists the paths of the members of objects. In a list, the first element represents all of them. */
function listPaths(value: unknown, parent: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.length === 0 ? [] : listPaths(value[0], [...parent, 0])

  return Object.entries(value).flatMap(([name, child]) => [[...parent, name], ...listPaths(child, [...parent, name])])
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((parent, step) => Reflect.get(Object(parent), step), value)
}

/** Replaces a member by nothing. */
const removed = Symbol('removed')

/** Returns a copy of a value in which another value is at a path. */
function replaceAt(value: unknown, [step, ...rest]: Path, replacement: unknown): unknown {
  if (step === undefined) return replacement
  if (Array.isArray(value)) {
    return value.map((element, index) => (index === step ? replaceAt(element, rest, replacement) : element))
  }

  const copy: Record<string, unknown> = { ...Object(value) }
  if (rest.length === 0 && replacement === removed) {
    delete copy[step]
    return copy
  }
  copy[step] = replaceAt(copy[step], rest, replacement)
  return copy
}

/** Formats a path as a JSON pointer, with `*` for the elements of a list. */
function toPointer(path: Path): string {
  const steps = path.map((step) => (typeof step === 'number' ? '*' : step.replaceAll('~', '~0').replaceAll('/', '~1')))
  return steps.map((step) => `/${step}`).join('')
}

/** Returns the JSON type of a value. */
function typeOf(value: unknown): JsonType {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object'
}
