import { type HeaderValidator, responses } from '../generated/validators.js'
import { findProblems, noProblems } from './find-problems.ts'
import type { OperationId } from './operation-id.ts'
import { createProblem, type Problem } from './problem.ts'

/** An answer as it came. */
export interface Answer {
  /** The HTTP status. */
  readonly status: number
  /** All of its headers. */
  readonly headers: Pick<Headers, 'get'>
  /** Parsed from JSON; undefined when it is not JSON. */
  readonly body: unknown
}

/**
 * Says what is wrong with an answer: a status that is not documented, a header that is missing or malformed
 * (LIMIT-RETRY-AFTER), a content type that is not JSON, or a body that is not as documented. The first problem is
 * reported, and no more.
 *
 * @throws {RangeError} for an operation that the document does not have.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { validateResponse } from '@wfhost/openapi/validators'
 *
 * const headers = new Headers({ 'content-type': 'application/json' })
 * const [problem] = validateResponse('runPublishedWorkflow', { status: 429, headers, body: {} })
 *
 * assert.equal(problem?.message, 'header Retry-After: expected seconds or an HTTP-date, found nothing')
 * ```
 */
export function validateResponse(operationId: OperationId, answer: Answer): readonly Problem[] {
  const statuses = responses.get(operationId)
  if (statuses === undefined) throw new RangeError(`Cannot validate an answer: the document has no operation ${operationId}`)
  const documented = statuses.get(answer.status)
  if (documented === undefined) {
    return [createProblem('status', { expected: `one of ${[...statuses.keys()].join(', ')}`, found: String(answer.status) })]
  }
  for (const header of documented.headers) {
    const problems = headerProblems(header, answer.headers)
    if (problems.length > 0) return problems
  }
  const contentType = answer.headers.get('content-type')
  if (contentType === null || !isJson(contentType)) {
    return [createProblem('header Content-Type', { expected: 'application/json', found: contentType ?? 'nothing' })]
  }
  return findProblems(documented.body, { value: answer.body, whole: 'body' })
}

function headerProblems({ name, required, validate }: HeaderValidator, headers: Pick<Headers, 'get'>): readonly Problem[] {
  const value = headers.get(name) ?? undefined
  return value === undefined && !required ? noProblems : findProblems(validate, { value, whole: `header ${name}` })
}

function isJson(contentType: string): boolean {
  return /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType)
}
