import type { Redactor } from '@wfhost/internal/redaction'
import type { StartedRun } from '../client/wait-for-run.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import type { Execution } from '../operations/execute-tool/execution.ts'
import type { Manifest } from '../operations/manifest.ts'
import type { Run } from '../operations/run-workflow/run.ts'
import { isAnyObject } from './is-object.ts'

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

/**
 * Attaches the response to a result, so that `responseOf` and `redacted` can find it. The property is hidden: it does not appear
 * when the result is printed or compared.
 */
export function noteOrigin<Result>(result: Result, origin: Origin): Result {
  if (isAnyObject(result)) {
    // The value is a function, because some printers also show hidden properties.
    Object.defineProperty(result, ORIGIN, { value: () => origin, configurable: true })
  }
  return result
}

function originOf(result: object): Origin | undefined {
  return Object(result)[ORIGIN]?.()
}

/** Returns a copy of a result without the keys of its call, for an error or a span that shows a part of it. */
export function redacted<Result extends object>(result: Result): Result {
  return (originOf(result)?.redactor.value(result) ?? result) as Result
}

/**
 * Returns the response of a successful call: that of `run`, `start`, `manifest`, `organizationManifest` or `execute`.
 * Undefined for any other value, such as a copy of a result.
 *
 * @throws ConfigurationError for a promise that was not awaited.
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
export function responseOf(result: Run | StartedRun | Manifest | Execution): ResponseDetails | undefined {
  if (typeof Object(result).then === 'function') {
    throw new ConfigurationError('Cannot read the response of a promise: await it')
  }

  const { body, response } = originOf(result) ?? {}
  return response && { status: response.status, headers: response.headers, fields: body as ResponseDetails['fields'] }
}
