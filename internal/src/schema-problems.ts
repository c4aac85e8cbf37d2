import * as z from 'zod'
import { didYouMean, findUnknownNames, formatPath, nearestName } from './messages.ts'
import { describeValue, withoutSecrets } from './redacted-text.ts'

/** A place where a value does not match a schema. */
export interface SchemaProblem {
  readonly path: readonly (string | number)[]
  /** Describes the problem and the remedy. */
  readonly message: string
}

/**
 * The kind of value that a schema expects: one of a few names, a number within limits, or any value of a type. A secret may be
 * found where any text is expected, and hardly where a name of a list is expected.
 */
export type ExpectedKind = 'choice' | 'limit' | 'type'

/** Describes a value that was found, for a message. */
export type DescribeValue = (value: unknown, expected: ExpectedKind) => string

/** Describes a value by an excerpt of it. For values that contain no secrets. */
export function describeFound(value: unknown): string {
  return describeValue(value, withoutSecrets)
}

/**
 * Lists where a value does not match a schema, in sentences with remedies, such as
 * `expected one of sync, async, found "synk"; did you mean "sync"?`.
 *
 * @param describe describes the found value. The default quotes it. If the value may contain a secret, pass a function that
 * hides it.
 */
export function findSchemaProblems(
  schema: z.ZodType,
  value: unknown,
  describe: DescribeValue = describeFound,
): readonly SchemaProblem[] {
  const error = (issue: z.core.$ZodRawIssue) => describeIssue(issue, describe)
  // Compiling a schema pays only after hundreds of checks, and most processes check few values.
  const result = schema.safeParse(value, { error, reportInput: true, jitless: true })
  const issues = (result.error?.issues ?? []).flatMap(chooseAlternative)
  return withoutMisspeltMembers(issues).flatMap(toProblems)
}

/** Removes the issues about missing members that were misspelt, because the issues about the unknown names suggest them. */
function withoutMisspeltMembers(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const missing = issues.filter(isMissing)
  const misspelt = new Set(issues.flatMap((issue) => findMisspeltMembers(issue, missing)))
  return issues.filter((issue) => !misspelt.has(issue))
}

/** Whether an issue is about a member that an object lacks. */
function isMissing({ code, input, path }: z.core.$ZodIssue): boolean {
  return code !== 'unrecognized_keys' && input === undefined && path.length > 0
}

/** Finds the missing members that the unknown names of an object mean. A name that is near to several of them means none. */
function findMisspeltMembers(issue: z.core.$ZodIssue, missing: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'unrecognized_keys') return []

  const missingHere = missing.filter(({ path }) => formatPath(path.slice(0, -1)) === formatPath(issue.path))
  return listUnrecognizedNames(issue).flatMap((unknown) => {
    const near = missingHere.filter(({ path }) => nearestName(unknown, [String(path.at(-1))]) !== undefined)
    return near.length === 1 ? near : []
  })
}

export function formatSchemaProblem({ message, path }: SchemaProblem): string {
  return path.length === 0 ? message : `${formatPath(path)}: ${message}`
}

/** The end of a message that suggests the nearest name, or lists the known names if they are few. */
export function suggestName(name: string, known: readonly string[]): string {
  return didYouMean(name, known) || (known.length > 0 && known.length <= 12 ? `; use ${known.join(', ')}` : '')
}

/** Replaces an issue about alternatives by the issues of the alternative with the fewest, if there is only one such. */
function chooseAlternative(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]

  const [nearest, next] = issue.errors.toSorted((a, b) => a.length - b.length)
  if (nearest === undefined || nearest.length === next?.length) return [issue]
  return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
}

/** Converts an issue to problems. Each unknown name is a problem of its own, because it has its own line in a file. */
function toProblems(issue: z.core.$ZodIssue): readonly SchemaProblem[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]

  const messages = issue.message.split('\n')
  return listUnrecognizedNames(issue).map((name, index) => ({
    path: [...path, name],
    message: messages[index] ?? issue.message,
  }))
}

/**
 * Writes the message for a problem that zod has found. Returns undefined for all other problems. zod then uses its own message.
 *
 * @param describe Describes the found value, or hides it if it may be a secret. Its second argument says what was expected.
 */
function describeIssue(issue: z.core.$ZodRawIssue, describe: DescribeValue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return describeWrongType(issue, describe)
    case 'invalid_value':
      return describeWrongChoice(issue.input, issue.values.map(String), describe)
    case 'invalid_union':
      return describeWrongUnion(issue, describe)
    case 'too_small':
      return describeTooSmall(issue, describe)
    case 'too_big':
      return describeTooBig(issue, describe)
    case 'unrecognized_keys':
      // `inst` is the schema of the object. The message suggests names from this schema.
      return describeUnknownNames(listUnrecognizedNames(issue), listSchemaNames(issue.inst))
    default:
      return undefined
  }
}

function describeTooSmall(
  { inclusive, input, minimum, origin }: Extract<z.core.$ZodRawIssue, { readonly code: 'too_small' }>,
  describe: DescribeValue,
): string {
  // Our schemas limit the length of a text only to exclude the empty text.
  if (origin === 'string') return 'expected some text, found none'
  return `expected ${inclusive ? 'at least' : 'more than'} ${minimum}, found ${describe(input, 'limit')}`
}

function describeTooBig(
  { inclusive, input, maximum }: Extract<z.core.$ZodRawIssue, { readonly code: 'too_big' }>,
  describe: DescribeValue,
): string {
  return `expected ${inclusive ? 'at most' : 'less than'} ${maximum}, found ${describe(input, 'limit')}`
}

function describeWrongType(
  { expected, input }: Extract<z.core.$ZodRawIssue, { readonly code: 'invalid_type' }>,
  describe: DescribeValue,
): string {
  const expectedType = new Map(Object.entries(typeNames)).get(expected) ?? expected
  if (input === undefined) return `expected ${expectedType}, found nothing; add it`
  return `expected ${expectedType}, found ${describe(input, 'type')}${suggestQuotes(expected, input)}`
}

const typeNames = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  nonoptional: 'a value',
}

/** Returns a remedy for a number that is written as text, and for a text without quotes that YAML reads as another type. */
function suggestQuotes(type: string, input: unknown): string {
  const isNumber = typeof input === 'string' && /^-?\d+(\.\d+)?$/.test(input)
  if (isNumber && (type === 'number' || type === 'int')) return `; write ${input} without quotes`
  return type === 'string' && ['number', 'boolean'].includes(typeof input) ? '; write it in quotes' : ''
}

/** Describes an object that matches none of several schemas, if one of its members decides which schema applies. */
function describeWrongUnion(
  issue: Extract<z.core.$ZodRawIssue, { readonly code: 'invalid_union' }>,
  describe: DescribeValue,
): string | undefined {
  if (!Array.isArray(issue.options)) return undefined

  const discriminator: unknown = Reflect.get(Object(issue.input), issue.discriminator ?? '')
  return describeWrongChoice(discriminator, issue.options.map(String), describe)
}

function describeWrongChoice(input: unknown, known: readonly string[], describe: DescribeValue): string {
  const expectedValue = known.length === 1 ? String(known[0]) : `one of ${known.join(', ')}`
  return `expected ${expectedValue}, found ${describe(input, 'choice')}${didYouMean(input, known)}`
}

/** Writes one line for each unknown name. */
function describeUnknownNames(names: readonly string[], known: readonly string[]): string {
  return names.map((name) => `unknown name "${name}"${suggestName(name, known)}`).join('\n')
}

function listSchemaNames(schema: unknown): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

function listUnrecognizedNames({
  input,
  keys,
}: {
  readonly input?: unknown
  readonly keys: readonly string[]
}): readonly string[] {
  // The unknown names of zod include those that an object inherits from another one.
  const members = Object.fromEntries(keys.map((name) => [name, Reflect.get(Object(input), name)]))
  return findUnknownNames(members, (name) => !keys.includes(name))
}
