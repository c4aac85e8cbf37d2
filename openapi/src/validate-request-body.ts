import { requestBodies, responses } from '../generated/validators.js'
import { findProblems, noProblems } from './find-problems.ts'
import type { OperationId } from './operation-id.ts'
import type { Problem } from './problem.ts'

/**
 * Says what is wrong with the parsed body of a request; nothing when it is as documented, or when the operation
 * documents no body. The first problem is reported, and no more.
 *
 * @throws {RangeError} for an operation that the document does not have.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { validateRequestBody } from '@wfhost/openapi/validators'
 *
 * const body = { args: [{ name: 'subject', value: null }] }
 * const [problem] = validateRequestBody('runPublishedWorkflow', body)
 *
 * assert.equal(problem?.place, 'args[0].value')
 * assert.equal(
 *   problem?.message,
 *   'args[0].value: expected one of string, number, boolean, object, array, found null',
 * )
 * ```
 */
export function validateRequestBody(operationId: OperationId, body: unknown): readonly Problem[] {
  const validate = requestBodies.get(operationId)
  if (validate !== undefined) return findProblems(validate, { value: body, whole: 'body' })
  if (responses.has(operationId)) return noProblems
  throw new RangeError(`Cannot validate a body: the document has no operation ${operationId}`)
}
