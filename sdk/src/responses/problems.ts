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

  // A wrong literal rules an alternative out. So does an issue at the path of the value itself: the value is not an object.
  const possibleAlternative = issueLists.find((issues) => {
    return issues.every((issue) => issue.code !== 'invalid_value' && issue.path.length > path.length)
  })
  if (possibleAlternative !== undefined) return toProblems(possibleAlternative, checked)

  // Without a wrong literal, the value is not an object, and all alternatives have the same issue.
  const wrongLiterals = issueLists.flat().filter((issue) => issue.code === 'invalid_value')
  const [firstLiteral] = wrongLiterals
  if (firstLiteral === undefined) return toProblems(issueLists[0] ?? [], checked)

  return toProblems([{ ...firstLiteral, values: wrongLiterals.flatMap(({ values }) => values) }], checked)
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
