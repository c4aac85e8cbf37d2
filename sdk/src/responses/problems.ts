import { formatPath } from '@wfhost/internal/messages'
import { describeValue, type Redact } from '@wfhost/internal/redacted-text'
import type * as z from 'zod/v4/core'

/** A value in a response that is not as documented. */
export interface Problem {
  /** Such as `toolsets[0].name`, or the empty string for the whole. */
  readonly path: string
  /** The expected and the found value. */
  readonly message: string
}

/** Lists where a value does not match a schema, in sentences: zod has none unless a bundle takes its locale. */
export function findProblems(schema: z.$ZodType, value: unknown, redact: Redact): Problem[] {
  // The schemas of this package are synchronous. A bundle with `safeParse` would be a fiftieth larger.
  const { issues } = schema['~standard'].validate(value) as { readonly issues?: readonly Issue[] }
  return issues ? toProblems(issues, { value, redact }) : []
}

type Issue = z.$ZodIssue

interface CheckedValue {
  readonly value: unknown
  readonly redact: Redact
}

function toProblems(issues: readonly Issue[], checked: CheckedValue): Problem[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'invalid_union') return ofUnion(issue.errors, checked, issue.path)
    return [{ path: checked.redact(formatPath(issue.path)), message: describeIssue(issue, checked) }]
  })
}

function describeIssue(issue: Issue, { redact, value }: CheckedValue): string {
  const expected = expectedBy(issue)
  if (expected === undefined) return redact(issue.message)

  return `expected ${expected}, found ${describeValue(valueAt(value, issue.path), redact)}`
}

/**
 * Lists the problems of a value that matches none of several alternatives. If the literals of one alternative match, its
 * problems count. Otherwise the literals of all alternatives were expected.
 */
function ofUnion(alternatives: readonly (readonly Issue[])[], checked: CheckedValue, path: readonly PropertyKey[]): Problem[] {
  const located = alternatives.map((issues) => issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })))

  const matching = located.find((issues) => {
    return issues.every((issue) => issue.code !== 'invalid_value' && issue.path.length > path.length)
  })
  if (matching !== undefined) return toProblems(matching, checked)

  const literals = located.flat().filter((issue) => issue.code === 'invalid_value')
  const [first] = literals
  if (first === undefined) return toProblems(located[0] ?? [], checked)

  return toProblems([{ ...first, values: literals.flatMap(({ values }) => values) }], checked)
}

function expectedBy(issue: Issue): string | undefined {
  if (issue.code === 'invalid_value') return issue.values.join(' or ')
  if (issue.code !== 'invalid_type') return undefined
  return issue.expected === 'nonoptional' ? 'a value' : issue.expected
}

function valueAt(whole: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((parent, key) => (Object.hasOwn(Object(parent), key) ? Object(parent)[key] : undefined), whole)
}
