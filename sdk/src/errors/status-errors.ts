import { APIError, type APIErrorDetails } from './api-error.ts'
import { BRAND } from './error-brand.ts'

/**
 * 400: the request is malformed, or an argument is missing or mistyped (RUN-MALFORMED, RUN-ARG-MISSING, RUN-ARG-TYPE).
 * Nothing ran.
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
 * const error = await client.run('charge-card', { amount: 'seven' }).catch((thrown: unknown) => thrown)
 *
 * assert.ok(error instanceof BadRequestError)
 * assert.equal(error.mayHaveRun, false)
 * ```
 */
export class BadRequestError extends APIError {
  /** @internal */
  static override readonly [BRAND]: string = 'BadRequestError'
  override readonly code: 'bad_request' | 'no_published_toolsets' = 'bad_request'
}

/**
 * 400 with the message "No published toolsets": nothing qualifies for the manifest (MAN-EMPTY).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createRegistryClient, NoPublishedToolsetsError } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const apiKey = sampleKeys.emptyEnvironment
 * const registry = createRegistryClient({ registryUrl: 'http://localhost', apiKey, fetch })
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
 * 401: the key is missing, invalid, or was replaced by a new one (KEY-INVALID, KEY-REGENERATED, HOST-401). Nothing ran.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld } from '@wfhost/mock-server'
 * import { AuthenticationError, createWorkflowClient } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'old-key', fetch })
 *
 * const error = await client.run('echo').catch((thrown: unknown) => thrown)
 *
 * assert.ok(error instanceof AuthenticationError)
 * assert.equal(error.requirement, 'KEY-INVALID')
 * ```
 */
export class AuthenticationError extends APIError {
  /** @internal */
  static override readonly [BRAND]: string = 'AuthenticationError'
  override readonly code = 'authentication'
}

/**
 * 403: the key is valid but has no access to this workflow or organization (KEY-SCOPE). Nothing ran.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient, PermissionDeniedError } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const apiKey = sampleKeys.workflows['monthly-report']
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey, fetch })
 *
 * const error = await client.run('echo').catch((thrown: unknown) => thrown)
 *
 * assert.ok(error instanceof PermissionDeniedError)
 * assert.equal(error.requirement, 'KEY-SCOPE')
 * ```
 */
export class PermissionDeniedError extends APIError {
  /** @internal */
  static override readonly [BRAND]: string = 'PermissionDeniedError'
  override readonly code = 'permission_denied'
}

/**
 * 404: the workflow is unknown, not published or archived (FLOW-UNKNOWN, FLOW-UNPUBLISHED, FLOW-ARCHIVED). Nothing ran.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient, NotFoundError } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 *
 * const error = await client.run('archived').catch((thrown: unknown) => thrown)
 *
 * assert.ok(error instanceof NotFoundError)
 * assert.equal(error.status, 404)
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
 * 429, after the retries, or at once if the wait would exceed `maxRetryAfter` or the deadline (LIMIT-429,
 * LIMIT-RETRY-AFTER). Nothing ran.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient, RateLimitError } from '@wfhost/sdk'
 *
 * const service = createMockService(createSampleWorld())
 * const { fetch } = service
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch, maxRetries: 0 })
 * service.setRateLimit({ requests: 1, windowMs: 60_000 })
 * await client.run('echo')
 *
 * const error = await client.run('echo').catch((thrown: unknown) => thrown)
 *
 * assert.ok(error instanceof RateLimitError)
 * assert.ok(error.retryAt && error.retryAt.getTime() > Date.now())
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
