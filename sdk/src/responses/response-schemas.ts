import type { $ZodType } from 'zod/v4/core'
import { execution, manifest } from './registry-shapes.ts'
import { endedRun, failedRun, startedRun, succeededRun } from './run-shapes.ts'
import { object, oneOf, partial, primitive, where } from './shapes.ts'
import { zodType } from './zod-type.ts'

/** The schemas of a documented status. Header names are in lower case. */
export interface ResponseSchema {
  /** Of the parsed body. */
  readonly body: $ZodType
  /** Of an object of all headers. */
  readonly headers?: $ZodType
}

const RETRY_AFTER =
  /^(\d+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT)$/

/** No error body is documented (RUN-ERROR-BODY, REG-ERROR-BODY); a message may be in it. */
const string = primitive('string')
const refused = { body: zodType(partial({ message: string })) }
const unauthenticated = { ...refused, headers: zodType(partial({ 'www-authenticate': string })) }
const retryAfter = where(string, (value) => !RETRY_AFTER.test(value) && 'expected seconds or an HTTP-date')
const limited = { ...refused, headers: zodType(object({ 'retry-after': retryAfter })) }

/**
 * The document's responses by operation and status, as hand-written zod types; the client validates with the same shapes.
 * They require only what the document shows, and allow additional fields.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { responseSchemas } from '@wfhost/sdk/schemas'
 * import * as z from 'zod'
 *
 * const record = z.object({ savedAt: z.string(), answer: responseSchemas.runPublishedWorkflow[200].body })
 * const answer = { status: 'success', result: 7, stepOutputs: {} }
 *
 * assert.equal(record.safeParse({ savedAt: 'today', answer }).success, true)
 * assert.equal(record.safeParse({ savedAt: 'today', answer: { status: 'success' } }).success, false)
 * ```
 */
export const responseSchemas = {
  runPublishedWorkflow: {
    200: { body: zodType(oneOf(succeededRun, failedRun, startedRun)) },
    202: { body: zodType(startedRun) },
    400: refused,
    401: unauthenticated,
    403: refused,
    404: refused,
    429: limited,
    504: refused,
  },
  getPublicManifest: { 200: { body: zodType(manifest) }, 400: refused, 401: unauthenticated, 429: limited },
  getOrganizationManifest: { 200: { body: zodType(manifest) }, 400: refused, 401: unauthenticated, 403: refused, 429: limited },
  executeTool: {
    200: { body: zodType(execution) },
    400: refused,
    401: unauthenticated,
    402: refused,
    404: refused,
    429: limited,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<number, ResponseSchema>>>>

/** An operation of the document. */
export type ResponseOperation = keyof typeof responseSchemas

/** The schema of a response, narrowed by the mode of the run if that is known. */
export function responseSchema(
  operation: ResponseOperation,
  { status, mode }: { readonly status: number; readonly mode?: 'sync' | 'async' | undefined },
): ResponseSchema | undefined {
  const schemas: Readonly<Record<number, ResponseSchema>> = responseSchemas[operation]
  if (operation !== 'runPublishedWorkflow' || mode === undefined || status >= 300) return schemas[status]
  if (mode === 'async') return schemas[status] && { body: zodType(startedRun) }
  return status === 200 ? { body: zodType(endedRun) } : undefined
}
