import { describeFound, findSchemaProblems, formatSchemaProblem, type SchemaProblem } from '@wfhost/internal/schema-problems'
import * as z from 'zod'
import type { Json } from '../core/json.ts'
import { MockStateError } from '../core/mock-state-error.ts'

/** The type of what a schema accepts, which is never changed. */
export type Given<Schema extends z.ZodType> = DeepReadonly<z.input<Schema>>

type DeepReadonly<Type> = Json extends Type
  ? Type
  : Type extends RegExp | ((...args: never[]) => unknown)
    ? Type
    : Type extends object
      ? { readonly [Name in keyof Type]: DeepReadonly<Type[Name]> }
      : Type

/**
 * Rejects a value that a schema does not accept. The caller uses the value itself and not the output of the schema, so names
 * such as `__proto__` and the identity of functions are kept.
 *
 * @throws {MockStateError} with the path, the expected and the found value of each problem.
 */
export function validate(schema: z.ZodType, value: unknown, action: string): void {
  const problems = findSchemaProblems(schema, value)
  if (problems.length > 0) throw new MockStateError(`Cannot ${action}: ${problems.map(formatSchemaProblem).join('; ')}`)
}

/**
 * Creates the schema of options whose values are checked where they are used. It refuses unknown names, and no value.
 *
 * @param names - All names of the options, so that a new one cannot be forgotten.
 */
export function createNamesSchema<Options extends object>(names: Readonly<Record<keyof Options, true>>): z.ZodType {
  return z.strictObject(Object.fromEntries(Object.keys(names).map((name) => [name, z.unknown().optional()])))
}

/** The message of a schema that says better than zod what it expects. */
export function expected(what: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => `expected ${what}, found ${describeFound(input)}`
}

/**
 * Creates the schema of an option that is a plain value or an object with options. A union would not say which member of the
 * object is wrong.
 */
export function plainOrObject<Plain extends z.ZodType, Members extends z.ZodType>(plain: Plain, members: Members, what: string) {
  return z.custom<z.input<Plain> | z.input<Members>>().superRefine((value: unknown, context) => {
    if (plain.safeParse(value).success) return

    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    const problems = isObject ? findSchemaProblems(members, value) : [{ path: [], message: expected(what)({ input: value }) }]
    for (const { message, path } of problems) context.addIssue({ code: 'custom', path: [...path], message })
  })
}

/** A function whose arguments and result are not checked. */
export function callable<Type>(what = 'a function'): z.ZodCustom<Type, Type> {
  return z.custom<Type>((value) => typeof value === 'function', { error: expected(what) })
}

/** Any JSON. A value that JSON does not have is rejected at any depth, such as `1e400`, which JavaScript reads as Infinity. */
export const json = z.custom<Json>().superRefine((value, context) => {
  for (const { path, value: found } of findNonJsonValues(value, []))
    context.addIssue({ code: 'custom', path: [...path], message: `expected JSON, found ${describeFound(found)}` })
})

interface NonJsonValue {
  readonly path: SchemaProblem['path']
  readonly value: unknown
}

/** Finds the values inside a value that JSON does not have, such as Infinity or a function. */
export function* findNonJsonValues(value: unknown, path: readonly (string | number)[]): Generator<NonJsonValue> {
  const isPlain = value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
  if (isPlain) return

  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* findNonJsonValues(item, [...path, index])
  } else if (typeof value === 'object') {
    for (const [name, member] of Object.entries(value)) yield* findNonJsonValues(member, [...path, name])
  } else {
    yield { path, value }
  }
}

/** The JSON Schema of what a schema accepts, for editors and for the document of the control surface. */
export function toJsonSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  // A value that JSON does not have is for code only; what is checked by a function may be any JSON.
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  return made
}
