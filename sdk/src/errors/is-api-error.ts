import { type APIConnectionError, APIError, type APITimeoutError, type APIUserAbortError } from './api-error.ts'
import type { ResponseValidationError } from './response-validation-error.ts'
import type {
  AuthenticationError,
  BadRequestError,
  NoPublishedToolsetsError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from './status-errors.ts'

/**
 * Every error that a call rejects with. A `switch` over its `code` finds the class.
 *
 * @example
 * ```ts
 * import type { AnyAPIError } from '@wfhost/sdk'
 *
 * function describe(error: AnyAPIError): string {
 *   switch (error.code) {
 *     case 'rate_limited':
 *       return `again in ${error.retryAfterMs} ms`
 *     case 'authentication':
 *       return 'the key is missing or invalid'
 *     default:
 *       return error.message
 *   }
 * }
 * ```
 */
export type AnyAPIError =
  | APITimeoutError
  | APIUserAbortError
  | AuthenticationError
  | ResponseValidationError
  | NoPublishedToolsetsError
  | NotFoundError
  | PermissionDeniedError
  | RateLimitError
  | (APIConnectionError & { readonly code: 'connection' })
  | (BadRequestError & { readonly code: 'bad_request' })
  | (APIError & { readonly code: 'api_error' })

/**
 * Checks whether a thrown value is an error of a call. The type then narrows by `code`.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient, isAPIError } from '@wfhost/sdk'
 *
 * const service = createMockService(createSampleWorld())
 * service.setRateLimit({ requests: 0, windowMs: 600_000 })
 * const { fetch } = service
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 *
 * const error = await client.run('echo').catch((thrown: unknown) => thrown)
 *
 * assert.ok(isAPIError(error))
 * switch (error.code) {
 *   case 'rate_limited':
 *     assert.ok(error.retryAfterMs !== undefined && error.retryAfterMs > 0)
 *     break
 *   default:
 *     assert.fail(error.message)
 * }
 * ```
 */
export function isAPIError(thrown: unknown): thrown is AnyAPIError {
  return thrown instanceof APIError
}
