import { didYouMean, formatPath } from '@wfhost/internal/messages'
import { describeValue, withoutSecrets } from '@wfhost/internal/redacted-text'
import * as z from 'zod'
import type { Json } from '../core/json.ts'
import { MockStateError } from '../core/mock-state-error.ts'

export interface Problem {
  readonly path: readonly (string | number)[]
  /** What is wrong, and what to do. */
  readonly message: string
}

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
 * Refuses a value that a schema does not accept. The value is used as it is, and not what the schema makes of it: names
 * such as `__proto__` stay, and a function stays the same function.
 *
 * @throws {MockStateError} with the place, what was expected there, and what was found, for each problem.
 */
export function check(schema: z.ZodType, value: unknown, attempt: string): void {
  const problems = findProblems(schema, value)
  if (problems.length > 0) throw new MockStateError(`Cannot ${attempt}: ${problems.map(formatProblem).join('; ')}`)
}

export function findProblems(schema: z.ZodType, value: unknown): Problem[] {
  // Compiled checks pay after some hundred services, and a command starts one.
  const { error } = schema.safeParse(value, { error: messageOf, reportInput: true, jitless: true })
  return (error?.issues ?? []).flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
    const names = definedNames(issue)
    const messages = issue.message.split('\n')
    return names.map((name, index) => ({ path: [...path, name], message: messages[index] ?? issue.message }))
  })
}

export function formatProblem({ message, path }: Problem): string {
  return path.length === 0 ? message : `${formatPath(path)}: ${message}`
}

/** The end of a message that suggests the nearest name, or lists the known names if they are few. */
export function suggest(name: string, known: readonly string[]): string {
  return didYouMean(name, known) || (known.length > 0 && known.length <= 12 ? `; use ${known.join(', ')}` : '')
}

/** The message of a schema that says better than zod what it expects. */
export function expected(what: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => `expected ${what}, found ${describeValue(input, withoutSecrets)}`
}

/** A function that is called as it is. */
export function callable<Type>(what = 'a function'): z.ZodCustom<Type, Type> {
  return z.custom<Type>((value) => typeof value === 'function', { error: expected(what) })
}

/** Any JSON, all the way down: `1e400` is read as Infinity, which JSON does not have. */
export const json = z.custom<Json>().superRefine((value, context) => {
  for (const { path, value: found } of foreignTo(value, []))
    context.addIssue({ code: 'custom', path: [...path], message: `expected JSON, found ${describeValue(found, withoutSecrets)}` })
})

/** What in a value is no JSON, and where. */
export function* foreignTo(
  value: unknown,
  path: readonly (string | number)[],
): Generator<{ readonly path: Problem['path']; readonly value: unknown }> {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* foreignTo(item, [...path, index])
  else if (typeof value === 'object')
    for (const [name, member] of Object.entries(value)) yield* foreignTo(member, [...path, name])
  else yield { path, value }
}

function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue
  switch (issue.code) {
    case 'invalid_type':
      return input === undefined
        ? `expected ${named(issue.expected)}, found nothing; add it`
        : `expected ${named(issue.expected)}, found ${describeValue(input, withoutSecrets)}${quoting(issue.expected, input)}`
    case 'invalid_value':
      return notOneOf(input, issue.values.map(String))
    case 'invalid_union':
      return Array.isArray(issue.options)
        ? notOneOf(Reflect.get(Object(input), issue.discriminator ?? ''), issue.options.map(String))
        : undefined
    case 'too_small':
      if (issue.origin === 'string') return 'expected some text, found none'
      return `expected ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}, found ${describeValue(input, withoutSecrets)}`
    case 'too_big':
      return `expected at most ${issue.maximum}, found ${describeValue(input, withoutSecrets)}`
    case 'unrecognized_keys': {
      const known = knownNames(issue.inst)
      return definedNames(issue)
        .map((name) => `nothing is called "${name}" here${suggest(name, known)}`)
        .join('\n')
    }
    default:
      return undefined
  }
}

/** The remedy for a number that is given as text, and for what YAML makes of text without quotes. */
function quoting(type: string, input: unknown): string {
  const isNumber = typeof input === 'string' && /^-?\d+(\.\d+)?$/.test(input)
  if (isNumber && (type === 'number' || type === 'int')) return `; write ${input} without quotes`
  return type === 'string' && ['number', 'boolean'].includes(typeof input) ? '; write it in quotes' : ''
}

function notOneOf(input: unknown, known: readonly string[]): string {
  const wanted = known.length === 1 ? String(known[0]) : `one of ${known.join(', ')}`
  return `expected ${wanted}, found ${describeValue(input, withoutSecrets)}${didYouMean(input, known)}`
}

function knownNames(schema: unknown): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

/** A member that is undefined is as good as none. */
function definedNames({ input, keys }: { readonly input?: unknown; readonly keys: readonly string[] }): string[] {
  return keys.filter((name) => Reflect.get(Object(input), name) !== undefined)
}

function named(type: string): string {
  return new Map(Object.entries(names)).get(type) ?? type
}

const names = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  nonoptional: 'a value',
}

/** The JSON Schema of what a schema accepts, for editors and for the document of the control surface. */
export function toJsonSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  // A value that JSON does not have is for code only; what is checked by a function may be any JSON.
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  return made
}
