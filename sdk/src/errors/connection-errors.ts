import type { Interruption } from '../transport/scope.ts'
import { APIError } from './api-error.ts'
import { BRAND } from './error-brand.ts'

/**
 * No complete response: host not found, connection refused or reset, body truncated. `mayHaveRun` is false if the request
 * was certainly not sent, and `cause` is what `fetch` threw, without keys.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { APIConnectionError, createWorkflowClient } from '@wfhost/sdk'
 *
 * // The names under `invalid` never have an address (RFC 6761).
 * const client = createWorkflowClient({ baseUrl: 'https://flows.invalid', apiKey: 'key', maxRetries: 0 })
 *
 * const error = await client.run('echo').catch((thrown: unknown) => thrown)
 *
 * assert.ok(error instanceof APIConnectionError)
 * assert.equal(error.mayHaveRun, false)
 * ```
 */
export class APIConnectionError extends APIError {
  /** @internal */
  static override readonly [BRAND]: string = 'APIConnectionError'
  override readonly code: 'connection' | 'timeout' = 'connection'
}

/**
 * The time for an attempt (`timeout`) or for the whole call (`deadline`) has passed. A run may continue in the service
 * (RUN-TIMEOUT): `mayHaveRun` is true unless nothing was sent yet.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { APITimeoutError, createWorkflowClient } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 *
 * const error = await client.run('slow', {}, { timeout: 20 }).catch((thrown: unknown) => thrown)
 *
 * assert.ok(error instanceof APITimeoutError)
 * assert.equal(error.mayHaveRun, true)
 * ```
 */
export class APITimeoutError extends APIConnectionError {
  /** @internal */
  static override readonly [BRAND]: string = 'APITimeoutError'
  override readonly code = 'timeout'
}

/**
 * The caller's signal was aborted; `cause` is the signal's reason.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { APIUserAbortError, createWorkflowClient } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 * const controller = new AbortController()
 *
 * const outcome = client.run('slow', {}, { signal: controller.signal }).catch((thrown: unknown) => thrown)
 * controller.abort('the user went away')
 * const error = await outcome
 *
 * assert.ok(error instanceof APIUserAbortError)
 * assert.equal(error.cause, 'the user went away')
 * ```
 */
export class APIUserAbortError extends APIError {
  /** @internal */
  static override readonly [BRAND]: string = 'APIUserAbortError'
  override readonly code = 'aborted'
}

/** What was interrupted. */
export interface Interrupted {
  /** Completes "Cannot ...". */
  readonly action: string
  /** Says what has not come in time. */
  readonly late: string
  readonly mayHaveRun: boolean
}

/** Makes an APIError of an interruption. */
export function createInterruptionError({ kind, reason }: Interruption, { action, late, mayHaveRun }: Interrupted): APIError {
  const details = { mayHaveRun, cause: reason }
  if (kind === 'abort') return new APIUserAbortError(`Cannot ${action}: the caller aborted it`, details)
  return new APITimeoutError(`Cannot ${action}: ${late}`, details)
}
