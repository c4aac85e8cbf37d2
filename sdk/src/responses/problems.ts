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

/** Describes the issues that zod has found in a value, with their places. */
function toProblems(issues: readonly Issue[], checked: CheckedValue): Problem[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'invalid_union') return listUnionProblems(issue.errors, checked, issue.path)
    return [{ path: checked.redact(formatPath(issue.path)), message: describeIssue(issue, checked) }]
  })
}

function describeIssue(issue: Issue, { redact, value }: CheckedValue): string {
  const expected = expectedBy(issue)
  if (expected === undefined) return redact(issue.message)

  return `expected ${expected}, found ${describeValue(valueAt(value, issue.path), redact)}`
}

/**
 * Lists the problems of a value that matches none of several alternatives, such as a run that succeeded and a run that failed.
 *
 * A literal, such as `status: 'failed'`, shows which alternative the value is. If all literals of one alternative match, the
 * problems of this alternative are returned. Otherwise the only problem is that a literal was expected, such as `success or failed`.
 *
 * @param alternatives - The issues of each alternative. Their paths start at the value.
 * @param path - The path of the value in the whole.
 */
function listUnionProblems(
  alternatives: readonly (readonly Issue[])[],
  checked: CheckedValue,
  path: readonly PropertyKey[],
): Problem[] {
  const issueLists = alternatives.map((issues) => issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })))

  const possibleAlternative = issueLists.find((issues) => !issues.some((issue) => isDecisive(issue, path)))
  if (possibleAlternative !== undefined) return toProblems(possibleAlternative, checked)

  const wrongLiterals = issueLists.flat().filter((issue) => issue.code === 'invalid_value')
  const [firstLiteral] = wrongLiterals
  // The value as a whole is wrong, so the alternatives have the same issue.
  if (firstLiteral === undefined) return toProblems(issueLists[0] ?? [], checked)
  return toProblems([{ ...firstLiteral, values: wrongLiterals.flatMap(({ values }) => values) }], checked)
}

/** Whether an issue shows that a value is not meant as an alternative: a literal is wrong, or the value as a whole. */
function isDecisive(issue: Issue, pathOfValue: readonly PropertyKey[]): boolean {
  return issue.code === 'invalid_value' || issue.path.length === pathOfValue.length
}

/** Returns the expected value or type of an issue, such as `success or failed`. Undefined if zod has a message of its own. */
function expectedBy(issue: Issue): string | undefined {
  if (issue.code === 'invalid_value') return issue.values.join(' or ')
  if (issue.code !== 'invalid_type') return undefined
  return issue.expected === 'nonoptional' ? 'a value' : issue.expected
}

/** Returns the value at a path inside another value, or undefined if there is none. */
function valueAt(whole: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((parent, key) => (Object.hasOwn(Object(parent), key) ? Object(parent)[key] : undefined), whole)
}
