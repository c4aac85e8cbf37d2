import type { components } from '../generated/types.ts'
import { parameters, requestBodies, responses, schemas, type Validate } from '../generated/validators.js'
import { describeFailure } from './describe-failure.ts'
import type { OperationId } from './operation-id.ts'
import { createProblem, type Problem } from './problem.ts'

export type { OperationId } from './operation-id.ts'
export type { Problem } from './problem.ts'

/** The name of a schema of the document. */
export type SchemaName = keyof components['schemas']

/** An answer as it came: its status, its headers, and its body parsed as JSON (undefined when it is not JSON). */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

const none: readonly Problem[] = []

/**
 * Says what is wrong with the parsed body of a request; nothing when it is as documented. The first problem is
 * reported, and no more.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { validateRequestBody } from '@wfhost/openapi/validators'
 *
 * const [problem] = validateRequestBody('runPublishedWorkflow', { args: [{ name: 'subject', value: null }] })
 * assert.equal(problem?.place, 'args[0].value')
 * assert.equal(
 *   problem?.message,
 *   'args[0].value: expected one of string, number, boolean, object, array, found null',
 * )
 * ```
 */
export function validateRequestBody(operationId: OperationId, body: unknown): readonly Problem[] {
  const validate = requestBodies[operationId]
  return validate === undefined ? none : problemsOf(validate, body)
}

/**
 * Says what is wrong with the value of a path parameter; nothing when it is as documented.
 *
 * @throws {RangeError} for a parameter that the operation does not have.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { validateParameter } from '@wfhost/openapi/validators'
 *
 * assert.deepEqual(validateParameter('runPublishedWorkflow', { name: 'flowId', value: 'support-triage' }), [])
 * ```
 */
export function validateParameter(
  operationId: OperationId,
  parameter: { readonly name: string; readonly value: unknown },
): readonly Problem[] {
  const validate = parameters[operationId][parameter.name]
  if (validate === undefined) throw new RangeError(`Cannot validate: ${operationId} has no parameter ${parameter.name}`)
  return inPlace(problemsOf(validate, parameter.value), `parameter ${parameter.name}`)
}

/**
 * Says what is wrong with an answer: a status that is not documented, a header that is missing or malformed
 * (LIMIT-RETRY-AFTER), a body that is not JSON, or one that is not as documented.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { validateResponse } from '@wfhost/openapi/validators'
 *
 * const headers = new Headers({ 'content-type': 'application/json' })
 * const [problem] = validateResponse('runPublishedWorkflow', { status: 429, headers, body: {} })
 * assert.equal(problem?.message, 'header Retry-After: expected a string, found nothing')
 * ```
 */
export function validateResponse(operationId: OperationId, answer: Answer): readonly Problem[] {
  const documented = responses[operationId][answer.status]
  if (documented === undefined) {
    const expected = `one of ${Object.keys(responses[operationId]).join(', ')}`
    return [createProblem('status', { expected, found: String(answer.status) })]
  }
  for (const name in documented.headers) {
    const header = documented.headers[name]
    if (header === undefined) continue
    const problems = headerProblems(name, { value: answer.headers.get(name), ...header })
    if (problems.length > 0) return problems
  }
  const contentType = answer.headers.get('content-type')
  if (contentType === null || !isJson(contentType)) {
    return [createProblem('header Content-Type', { expected: 'application/json', found: contentType ?? 'nothing' })]
  }
  return problemsOf(documented.body, answer.body)
}

/**
 * Says what is wrong with a value by one named schema of the document.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { validateSchema } from '@wfhost/openapi/validators'
 *
 * assert.deepEqual(validateSchema('StepSucceeded', { status: 'success', result: 7 }), [])
 * ```
 */
export function validateSchema(name: SchemaName, value: unknown): readonly Problem[] {
  return problemsOf(schemas[name], value)
}

function problemsOf(validate: Validate, value: unknown): readonly Problem[] {
  if (validate(value)) return none
  return [describeFailure(validate.errors ?? [])]
}

function headerProblems(
  name: string,
  header: { readonly value: string | null; readonly required: boolean; readonly validate: Validate },
): readonly Problem[] {
  if (header.value === null && !header.required) return none
  return inPlace(problemsOf(header.validate, header.value ?? undefined), `header ${name}`)
}

function inPlace(problems: readonly Problem[], place: string): readonly Problem[] {
  return problems.map(({ expected, found }) => createProblem(place, { expected, found }))
}

function isJson(contentType: string): boolean {
  return /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType)
}
