import { findProblems } from './find-problems.ts'
import type { Problem } from './problem.ts'
import { type ResponseOperation, responseSchema } from './response-schemas.ts'
import { shapeOf } from './zod-type.ts'

/** A response as received. */
export interface ResponseToRead {
  /** The HTTP status. */
  readonly status: number
  /** All of its headers. */
  readonly headers: Headers
  /** The parsed body. */
  readonly body: unknown
  /** The mode of the run, if known: it narrows what is accepted. @default accepts the responses of both modes */
  readonly mode?: 'sync' | 'async' | undefined
}

/**
 * Reads a response as the client reads it, and lists what is not as documented.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { readResponse } from '@wfhost/sdk/schemas'
 *
 * const answer = { status: 200, headers: new Headers(), body: { status: 'success', stepOutputs: {} } }
 *
 * assert.deepEqual(readResponse('runPublishedWorkflow', answer).problems, [
 *   { place: 'body.result', message: 'expected a value, found nothing' },
 * ])
 * ```
 */
export function readResponse(
  operation: ResponseOperation,
  { status, headers, body, mode }: ResponseToRead,
): { readonly problems: readonly Problem[] } {
  const schema = responseSchema(operation, { status, mode })
  if (schema === undefined) {
    const asked = mode === undefined ? '' : ` in mode ${mode}`
    return { problems: [{ place: 'status', message: `expected a status that ${operation} has${asked}, found ${status}` }] }
  }
  const headerProblems = schema.headers === undefined ? [] : findProblems(shapeOf(schema.headers), Object.fromEntries(headers))
  return {
    problems: [...within('headers', headerProblems), ...within('body', findProblems(shapeOf(schema.body), body))],
  }
}

function within(whole: string, problems: readonly Problem[]): readonly Problem[] {
  return problems.map(({ place, message }) => ({ place: joinPlace(whole, place), message }))
}

function joinPlace(whole: string, place: string): string {
  return place === '' || place.startsWith('[') ? whole + place : `${whole}.${place}`
}
