import { APIError, type APIErrorDetails } from './api-error.ts'
import { BRAND } from './error-brand.ts'

/**
 * The service refused the request with 400: the request is malformed, or an argument is missing or mistyped
 * (RUN-MALFORMED, RUN-ARG-MISSING, RUN-ARG-TYPE). Nothing ran.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { BadRequestError, createWorkflowClient } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 *
 * await assert.rejects(client.run('support-triage', { subject: 1 }), BadRequestError)
 * ```
 */
export class BadRequestError extends APIError {
  /** @internal */
  static override readonly [BRAND]: string = 'BadRequestError'
  override readonly code: 'bad_request' | 'no_published_toolsets' = 'bad_request'
}

/**
 * The registry refused the request with 400 and the message "No published toolsets": no tool set qualifies for the
 * manifest (MAN-EMPTY).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createRegistryClient, NoPublishedToolsetsError } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const apiKey = sampleKeys.emptyEnvironment
 * const registry = createRegistryClient({ baseUrl: 'http://localhost', apiKey, fetch })
 *
 * await assert.rejects(registry.manifest(), NoPublishedToolsetsError)
 * ```
 */
export class NoPublishedToolsetsError extends BadRequestError {
  /** @internal */
  static override readonly [BRAND]: string = 'NoPublishedToolsetsError'
  override readonly code = 'no_published_toolsets'
}

/**
 * The service refused the request with 401: the key is missing, invalid, or was replaced by a new one (KEY-INVALID,
 * KEY-REGENERATED, HOST-401). Nothing ran.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld } from '@wfhost/mock-server'
 * import { AuthenticationError, createWorkflowClient } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'not-a-key', fetch })
 *
 * await assert.rejects(client.run('echo'), AuthenticationError)
 * ```
 */
export class AuthenticationError extends APIError {
  /** @internal */
  static override readonly [BRAND]: string = 'AuthenticationError'
  override readonly code = 'authentication'
}

/**
 * The service refused the request with 403: the key is valid but has no access to this workflow or organization
 * (KEY-SCOPE). Nothing ran.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient, PermissionDeniedError } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const apiKey = sampleKeys.workflows.echo
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey, fetch })
 *
 * await assert.rejects(client.run('support-triage'), PermissionDeniedError)
 * ```
 */
export class PermissionDeniedError extends APIError {
  /** @internal */
  static override readonly [BRAND]: string = 'PermissionDeniedError'
  override readonly code = 'permission_denied'
}

/**
 * The service refused the request with 404: the workflow is unknown, not published or archived (FLOW-UNKNOWN,
 * FLOW-UNPUBLISHED, FLOW-ARCHIVED). Nothing ran.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient, NotFoundError } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const apiKey = sampleKeys.workflows.echo
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey, fetch })
 *
 * await assert.rejects(client.run('no-such-workflow'), NotFoundError)
 * ```
 */
export class NotFoundError extends APIError {
  /** @internal */
  static override readonly [BRAND]: string = 'NotFoundError'
  override readonly code = 'not_found'
}

/** When to retry, according to the service. */
export interface RateLimitDetails extends APIErrorDetails {
  /** Milliseconds to wait from the moment of the response. @default undefined, for no usable `Retry-After` */
  readonly retryAfterMs?: number | undefined
  /** The earliest moment for another attempt. @default undefined, for no usable `Retry-After` */
  readonly retryAt?: Date | undefined
}

/**
 * The service refused the request with 429, and the client gave up (LIMIT-429, LIMIT-RETRY-AFTER). Nothing ran. The client
 * gives up after its retries, or if the wait would exceed `maxRetryAfter` or the total timeout.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient, RateLimitError } from '@wfhost/sdk'
 *
 * const service = createMockService(createSampleWorld())
 * service.setRateLimit({ requests: 0, windowMs: 600_000 })
 * const { fetch } = service
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 *
 * const error = await client.run('echo').catch((thrown: unknown) => thrown)
 * assert.ok(error instanceof RateLimitError)
 * assert.ok(error.retryAt !== undefined)
 * ```
 */
export class RateLimitError extends APIError {
  /** @internal */
  static override readonly [BRAND]: string = 'RateLimitError'
  override readonly code = 'rate_limited'
  /** Milliseconds to wait from the moment of the response, or undefined without a usable `Retry-After`. */
  declare readonly retryAfterMs: number | undefined
  /** The earliest moment for another attempt. */
  declare readonly retryAt: Date | undefined

  constructor(message: string, details?: RateLimitDetails) {
    super(message, details)
  }
}
