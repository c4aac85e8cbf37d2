import { type Redact, type RedactedText, withoutSecrets } from '@wfhost/internal/redacted-text'
import type { OperationId } from '../generated/operations.ts'
import type { components } from '../generated/types.ts'
import { type HeaderValidator, requestBodies, responses, schemas, type Validate } from '../generated/validators.js'
import { createProblem, describeFinding, type Subject, type ValidationProblem } from './problems.ts'
import { refuseUnknownOptions } from './refuse-unknown-options.ts'

// An alias, since no entry exports it: the declarations of users have its members instead of its name.
/** How problems are described. */
type ValidationOptions = {
  /**
   * Removes secrets, such as keys, from values before they are quoted. Messages quote the first 40 characters of a string,
   * and a secret that is cut can no longer be found. @default nothing is removed
   */
  readonly redact?: ((text: string) => string) | undefined
}

const knownOptions = { redact: true } as const satisfies Readonly<Record<keyof ValidationOptions, true>>

function redactOf(options: ValidationOptions): Redact {
  refuseUnknownOptions(options, knownOptions)
  const { redact } = options
  return redact === undefined ? withoutSecrets : (text) => redact(text) as RedactedText
}

/**
 * Validates the parsed body of a request. Returns the first problem, or nothing for a valid body. An operation without a
 * documented body accepts any body.
 *
 * @throws {RangeError} for an operation that the API document does not have.
 * @throws {TypeError} for an unknown option.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { validateRequestBody } from '@wfhost/openapi/validators'
 *
 * const body = { args: [{ name: 'subject', value: null }] }
 * const [problem] = validateRequestBody('runPublishedWorkflow', body)
 *
 * assert.equal(problem?.path, 'args[0].value')
 * assert.equal(
 *   problem?.message,
 *   'args[0].value: expected one of string, number, boolean, object, array, found null',
 * )
 * ```
 */
export function validateRequestBody(
  operationId: OperationId,
  body: unknown,
  options: ValidationOptions = {},
): readonly ValidationProblem[] {
  const redact = redactOf(options)
  const validate = requestBodies.get(operationId)
  if (validate !== undefined) return findProblems(validate, { value: body, whole: 'body', redact })
  if (responses.has(operationId)) return noProblems
  throw new RangeError(`Cannot validate a body: the document has no operation ${operationId}`)
}

// An alias, since no entry exports it: the declarations of users have its members instead of its name.
/** A response. */
type ReceivedResponse = {
  /** The HTTP status. */
  readonly status: number
  /** All headers. */
  readonly headers: Pick<Headers, 'get'>
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown
}

/**
 * Validates a response: its status, its documented headers, its content type and its body. Returns the first problem, or
 * nothing for a valid response.
 *
 * @throws {RangeError} for an operation that the API document does not have.
 * @throws {TypeError} for an unknown option.
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
export function validateResponse(
  operationId: OperationId,
  response: ReceivedResponse,
  options: ValidationOptions = {},
): readonly ValidationProblem[] {
  const redact = redactOf(options)
  const statuses = responses.get(operationId)
  if (statuses === undefined) throw new RangeError(`Cannot validate a response: the document has no operation ${operationId}`)
  const documented = statuses.get(response.status)
  if (documented === undefined) {
    return [createProblem('status', { expected: `one of ${[...statuses.keys()].join(', ')}`, found: String(response.status) })]
  }
  for (const header of documented.headers) {
    const problems = headerProblems(header, response.headers, redact)
    if (problems.length > 0) return problems
  }
  const contentType = response.headers.get('content-type')
  if (contentType === null || !isJson(contentType)) {
    return [createProblem('header Content-Type', { expected: 'application/json', found: redact(contentType ?? 'nothing') })]
  }
  return findProblems(documented.body, { value: response.body, whole: 'body', redact })
}

function headerProblems(
  { name, required, validate }: HeaderValidator,
  headers: Pick<Headers, 'get'>,
  redact: Redact,
): readonly ValidationProblem[] {
  const value = headers.get(name) ?? undefined
  if (value === undefined && !required) return noProblems

  return findProblems(validate, { value, whole: `header ${name}`, redact })
}

function isJson(contentType: string): boolean {
  return /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType)
}

// An alias, since no entry exports it: the declarations of users have its members instead of its name.
/** The name of a schema of the API document. */
type SchemaName = keyof components['schemas']

/**
 * Validates a value against a named schema of the API document. Returns the first problem, or nothing for a valid value.
 *
 * @throws {RangeError} for a schema that the API document does not have.
 * @throws {TypeError} for an unknown option.
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
export function validateSchema(name: SchemaName, value: unknown, options: ValidationOptions = {}): readonly ValidationProblem[] {
  const validate = schemas.get(name)
  if (validate === undefined) throw new RangeError(`Cannot validate a value: the document has no schema ${name}`)
  return findProblems(validate, { value, whole: name, redact: redactOf(options) })
}

/** Shared by all valid results, because nearly every value is valid. */
const noProblems: readonly ValidationProblem[] = Object.freeze([])

/** Returns the first problem of a value. A validator stops at the first one. */
function findProblems(validate: Validate, subject: Subject): readonly ValidationProblem[] {
  if (validate(subject.value)) return noProblems
  const finding = validate.errors?.[0]
  if (finding === undefined) throw new Error(`Cannot say what is wrong with ${subject.whole}: its validator left no finding`)
  return [describeFinding(finding, subject)]
}
