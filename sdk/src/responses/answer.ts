import { formatPath } from '@wfhost/internal/messages'
import { describeValue, type Redact } from '@wfhost/internal/redacted-text'
import type { Redactor } from '@wfhost/internal/redaction'
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
  // None of ours is asynchronous. A bundle with `safeParse` would be a fiftieth larger.
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

/** The response of a result. */
export interface ResponseDetails {
  /** The HTTP status. */
  readonly status: number
  /** The headers, as received: a service may repeat the key in one. */
  readonly headers: Headers
  /** All fields of the body, also those that the document does not name. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** Where a result came from. Registered, so that all copies of the package share it. */
const ORIGIN: unique symbol = Symbol.for('@wfhost/sdk.origin') as never

interface Origin {
  readonly response: Response
  readonly redactor: Redactor
  readonly body: unknown
}

/** Notes beside a result where it came from, out of the way of whoever prints or compares it. */
export function noteOrigin<Result>(result: Result, origin: Origin): Result {
  if (typeof result === 'object' && result !== null) {
    // A function: printing shows hidden properties, too.
    Object.defineProperty(result, ORIGIN, { value: () => origin, configurable: true })
  }
  return result
}

function originOf(result: object): Origin | undefined {
  return (result as { readonly [ORIGIN]?: () => Origin })[ORIGIN]?.()
}

/** A result without the keys of its call, for what an error, a log or a span shows of it. */
export function redacted<Result extends object>(result: Result): Result {
  return (originOf(result)?.redactor.value(result) ?? result) as Result
}

/**
 * Returns the response of a successful call: that of `run`, `start`, `manifest`, `organizationManifest` or `execute`.
 * Undefined for any other object, such as a copy of a result.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createWorkflowClient, responseOf } from '@wfhost/sdk'
 *
 * const body = { runId: 'run-7', creditsUsed: 2 }
 * const fetch = async () => Response.json(body, { headers: { 'x-request-id': 'req-1' } })
 * const run = await createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'key', fetch }).start('echo')
 *
 * assert.equal(responseOf(run)?.headers.get('x-request-id'), 'req-1')
 * assert.equal(responseOf(run)?.fields['creditsUsed'], 2)
 * ```
 */
export function responseOf(result: object): ResponseDetails | undefined {
  const { body, response } = originOf(result) ?? {}
  return response && { status: response.status, headers: response.headers, fields: body as ResponseDetails['fields'] }
}
