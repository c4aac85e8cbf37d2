import { didYouMean, formatPath } from '@wfhost/internal/messages'
import { describeValue, withoutSecrets } from '@wfhost/internal/redacted-text'
import * as z from 'zod'
import type { Json } from '../core/json.ts'
import { MockStateError } from '../core/mock-state-error.ts'

export interface Problem {
  readonly path: readonly (string | number)[]
  /** Describes the problem and the remedy. */
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
 * Rejects a value that a schema does not accept. The caller uses the value itself and not the output of the schema, so names
 * such as `__proto__` and the identity of functions are kept.
 *
 * @throws {MockStateError} with the path, the expected and the found value of each problem.
 */
export function check(schema: z.ZodType, value: unknown, attempt: string): void {
  const problems = findProblems(schema, value)
  if (problems.length > 0) throw new MockStateError(`Cannot ${attempt}: ${problems.map(formatProblem).join('; ')}`)
}

export function findProblems(schema: z.ZodType, value: unknown): Problem[] {
  // Compiling a schema pays only after hundreds of checks, and most processes create few services.
  const { error } = schema.safeParse(value, { error: writeMessage, reportInput: true, jitless: true })
  return (error?.issues ?? []).flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
    const names = listUnrecognizedNames(issue)
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

/** A function whose arguments and result are not checked. */
export function callable<Type>(what = 'a function'): z.ZodCustom<Type, Type> {
  return z.custom<Type>((value) => typeof value === 'function', { error: expected(what) })
}

/** Any JSON. A value that JSON does not have is rejected at any depth, such as `1e400`, which JavaScript reads as Infinity. */
export const json = z.custom<Json>().superRefine((value, context) => {
  for (const { path, value: found } of findNonJsonValues(value, []))
    context.addIssue({ code: 'custom', path: [...path], message: `expected JSON, found ${describeValue(found, withoutSecrets)}` })
})

interface NonJsonValue {
  readonly path: Problem['path']
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

/** Writes the message for a problem that zod has found. Undefined keeps the message of zod. */
function writeMessage(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue
  switch (issue.code) {
    case 'invalid_type':
      return describeWrongType(issue.expected, input)
    case 'invalid_value':
      return describeWrongChoice(input, issue.values.map(String))
    case 'invalid_union':
      return describeWrongUnion(issue)
    case 'too_small':
      return issue.origin === 'string' ? 'expected some text, found none' : describeTooSmall(issue)
    case 'too_big':
      return `expected at most ${issue.maximum}, found ${describeValue(input, withoutSecrets)}`
    case 'unrecognized_keys':
      return describeUnknownNames(listUnrecognizedNames(issue), listSchemaNames(issue.inst))
    default:
      return undefined
  }
}

/** Describes an object that matches none of several schemas, if one of its members decides which schema applies. */
function describeWrongUnion(issue: Extract<z.core.$ZodRawIssue, { readonly code: 'invalid_union' }>): string | undefined {
  if (!Array.isArray(issue.options)) return undefined

  const discriminator: unknown = Reflect.get(Object(issue.input), issue.discriminator ?? '')
  return describeWrongChoice(discriminator, issue.options.map(String))
}

function describeTooSmall(issue: Extract<z.core.$ZodRawIssue, { readonly code: 'too_small' }>): string {
  const bound = issue.inclusive ? 'at least' : 'more than'
  return `expected ${bound} ${issue.minimum}, found ${describeValue(issue.input, withoutSecrets)}`
}

function describeWrongType(type: string, input: unknown): string {
  const expectedType = describeExpectedType(type)
  if (input === undefined) return `expected ${expectedType}, found nothing; add it`
  return `expected ${expectedType}, found ${describeValue(input, withoutSecrets)}${suggestQuotes(type, input)}`
}

/** Writes one line for each unknown name. */
function describeUnknownNames(names: readonly string[], known: readonly string[]): string {
  return names.map((name) => `unknown name "${name}"${suggest(name, known)}`).join('\n')
}

/** Returns a remedy for a number that is written as text, and for a text without quotes that YAML reads as another type. */
function suggestQuotes(type: string, input: unknown): string {
  const isNumber = typeof input === 'string' && /^-?\d+(\.\d+)?$/.test(input)
  if (isNumber && (type === 'number' || type === 'int')) return `; write ${input} without quotes`
  return type === 'string' && ['number', 'boolean'].includes(typeof input) ? '; write it in quotes' : ''
}

function describeWrongChoice(input: unknown, known: readonly string[]): string {
  const expectedValue = known.length === 1 ? String(known[0]) : `one of ${known.join(', ')}`
  return `expected ${expectedValue}, found ${describeValue(input, withoutSecrets)}${didYouMean(input, known)}`
}

function listSchemaNames(schema: unknown): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

/** Lists the names that the schema does not have. Leaves out members that are undefined, because JSON has no such members. */
function listUnrecognizedNames({ input, keys }: { readonly input?: unknown; readonly keys: readonly string[] }): string[] {
  return keys.filter((name) => Reflect.get(Object(input), name) !== undefined)
}

function describeExpectedType(type: string): string {
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
