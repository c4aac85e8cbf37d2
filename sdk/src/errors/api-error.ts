import type { Interruption } from '../transport/scope.ts'
import { BRAND, brandOf, docsOf, isBranded } from './error-brand.ts'

/** The `code` of every error that a call rejects with. `api_error` is the code for every other status. */
export type APIErrorCode =
  | 'aborted'
  | 'api_error'
  | 'authentication'
  | 'bad_request'
  | 'connection'
  | 'invalid_response'
  | 'no_published_toolsets'
  | 'not_found'
  | 'permission_denied'
  | 'rate_limited'
  | 'timeout'

/** The details of an error. */
export interface APIErrorDetails {
  /** The HTTP status. @default undefined, for no response */
  readonly status?: number | undefined
  /** The response headers. @default undefined */
  readonly headers?: Headers | undefined
  /** The parsed body, or text. @default undefined */
  readonly body?: unknown
  /** Id of a documented requirement. @default undefined */
  readonly requirement?: string | undefined
  /** Whether the workflow or the tool may have run. @default false */
  readonly mayHaveRun?: boolean | undefined
  /** The error that caused it. @default undefined */
  readonly cause?: unknown
}

/**
 * A call that did not end with a documented success. The base class of every error that a call rejects with, and the
 * class of statuses that have none of their own. It never contains a key.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { APIError, createWorkflowClient, NotFoundError } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 *
 * const error = await client.run('archived').catch((thrown: unknown) => thrown)
 *
 * assert.ok(error instanceof APIError && error instanceof NotFoundError)
 * assert.deepEqual([error.code, error.status, error.mayHaveRun], ['not_found', 404, false])
 * ```
 */
export class APIError extends Error {
  /** @internal */
  static readonly [BRAND]: string = 'APIError'
  /** @internal */
  static override readonly [Symbol.hasInstance] = isBranded
  /** The same for all errors of a class; compare it where `instanceof` does not fit. */
  readonly code: APIErrorCode = 'api_error'
  /** The page about this class of errors. */
  readonly docs: string = docsOf(this)
  /** The HTTP status, or undefined without a response. */
  declare readonly status: number | undefined
  /** The response headers without cookies. */
  declare readonly headers: Headers | undefined
  /** The parsed body, or an excerpt of a body that is not JSON. */
  declare readonly body: unknown
  /** Id of the documented requirement that names this refusal, such as `KEY-INVALID`. */
  declare readonly requirement: string | undefined
  /** Whether the workflow or the tool may have run. If true, do not repeat the call without checking. */
  declare readonly mayHaveRun: boolean

  constructor(message: string, { cause, mayHaveRun = false, ...details }: APIErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause })
    // Includes the details of subclasses. Their fields are only declared: defining them would reset them afterwards.
    Object.assign(this, details, { mayHaveRun })
  }

  /** The name of the class. */
  override get name(): string {
    return brandOf(this)
  }

  /**
   * The ID that the service or a gateway gave the request, for a question to its operators: the first of the headers
   * `x-request-id`, `request-id`, `x-correlation-id` and `x-amzn-requestid`. The document does not show such a header.
   */
  get requestId(): string | undefined {
    const name = REQUEST_ID_HEADERS.find((header) => this.headers?.has(header))
    return name === undefined ? undefined : (this.headers?.get(name) ?? undefined)
  }

  /** Returns the members that `JSON.stringify` prints, for example in a structured log. */
  toJSON(): object {
    const { code, docs, message, mayHaveRun, name, requestId, requirement, status } = this
    return { name, message, code, status, mayHaveRun, requirement, requestId, docs }
  }
}

/** The headers in which services and gateways give a request an ID. */
const REQUEST_ID_HEADERS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid']

/**
 * The response is missing or incomplete: the host was not found, the connection was refused or reset, or the body is truncated.
 * `mayHaveRun` is false if the request was certainly not sent. `cause` is the error of `fetch`, without keys.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { APIConnectionError, createWorkflowClient } from '@wfhost/sdk'
 *
 * const fetch = async () => Promise.reject(new TypeError('The connection was reset'))
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'key', fetch })
 *
 * const error = await client.run('echo').catch((thrown: unknown) => thrown)
 * assert.ok(error instanceof APIConnectionError)
 * assert.equal(error.mayHaveRun, true)
 * ```
 */
export class APIConnectionError extends APIError {
  /** @internal */
  static override readonly [BRAND]: string = 'APIConnectionError'
  override readonly code: 'connection' | 'timeout' = 'connection'
}

/**
 * The time for an attempt (`timeout`) or for the whole call (`totalTimeout`) has passed. A run may continue in the service
 * (RUN-TIMEOUT): `mayHaveRun` is true unless nothing was sent yet.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { APITimeoutError, createWorkflowClient } from '@wfhost/sdk'
 *
 * const fetch = () => new Promise<never>(() => {})
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'key', fetch })
 *
 * await assert.rejects(client.run('echo', {}, { timeout: 20 }), APITimeoutError)
 * ```
 */
export class APITimeoutError extends APIConnectionError {
  /** @internal */
  static override readonly [BRAND]: string = 'APITimeoutError'
  override readonly code = 'timeout'
}

/**
 * Your code aborted its signal during the call. `cause` is the reason of the signal.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { APIUserAbortError, createWorkflowClient } from '@wfhost/sdk'
 *
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'key' })
 * const signal = AbortSignal.abort()
 *
 * await assert.rejects(client.run('echo', {}, { signal }), APIUserAbortError)
 * ```
 */
export class APIUserAbortError extends APIError {
  /** @internal */
  static override readonly [BRAND]: string = 'APIUserAbortError'
  override readonly code = 'aborted'
}

interface Interrupted {
  /** Completes "Cannot ...". */
  readonly action: string
  /** The explanation of a timeout, such as `no complete response came within 100 ms (timeout)`. Not used after an abort. */
  readonly timeoutMessage: string
  readonly mayHaveRun: boolean
}

/** Creates the error for something that ended early: the caller aborted it, or it was out of time. */
export function createInterruptionError(
  { kind, reason }: Interruption,
  { action, mayHaveRun, timeoutMessage }: Interrupted,
): APIError {
  const details = { mayHaveRun, cause: reason }
  if (kind === 'abort') return new APIUserAbortError(`Cannot ${action}: the caller aborted it`, details)

  // A clock that does not work ends a call like a timeout, and its error is the reason.
  const explanation = reason instanceof Error ? reason.message : timeoutMessage
  return new APITimeoutError(`Cannot ${action}: ${explanation}`, details)
}
