import type { components } from '../generated/types.ts'
import { schemas } from '../generated/validators.js'
import { findProblems } from './find-problems.ts'
import type { Problem } from './problem.ts'

/** The name of a schema of the document. */
export type SchemaName = keyof components['schemas']

/**
 * Says what is wrong with a value by one named schema of the document; nothing when it is as documented.
 *
 * @throws {RangeError} for a schema that the document does not have.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { validateSchema } from '@wfhost/openapi/validators'
 *
 * const [problem] = validateSchema('StepOutputs', { greet: { status: 'done', result: 'Hello' } })
 *
 * assert.equal(problem?.message, 'greet.status: expected one of success, failed, found "done"')
 * ```
 */
export function validateSchema(name: SchemaName, value: unknown): readonly Problem[] {
  const validate = schemas.get(name)
  if (validate === undefined) throw new RangeError(`Cannot validate a value: the document has no schema ${name}`)
  return findProblems(validate, { value, whole: name })
}
