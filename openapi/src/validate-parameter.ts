import { parameters } from '../generated/validators.js'
import { findProblems } from './find-problems.ts'
import type { OperationId } from './operation-id.ts'
import type { Problem } from './problem.ts'

/**
 * Says what is wrong with the value of a parameter; nothing when it is as documented.
 *
 * @throws {RangeError} for a parameter that the operation does not have.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { validateParameter } from '@wfhost/openapi/validators'
 *
 * const [problem] = validateParameter('runPublishedWorkflow', { name: 'flowId', value: '' })
 *
 * assert.equal(problem?.message, 'parameter flowId: expected a string that is not empty, found ""')
 * ```
 */
export function validateParameter(
  operationId: OperationId,
  parameter: { readonly name: string; readonly value: unknown },
): readonly Problem[] {
  const { name, value } = parameter
  const validate = parameters.get(operationId)?.get(name)
  if (validate === undefined) throw new RangeError(`Cannot validate a parameter: ${operationId} has none named ${name}`)
  return findProblems(validate, { value, whole: `parameter ${name}` })
}
