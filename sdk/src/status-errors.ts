import { APIError, type APIErrorDetails } from './api-error.ts'
import { BRAND } from './error-brand.ts'

/** 400: the request is malformed, or an argument is missing or mistyped. Nothing ran. */
export class BadRequestError extends APIError {
  static override readonly [BRAND]: string = 'BadRequestError'
  override readonly code: 'bad_request' | 'no_published_toolsets' = 'bad_request'
}

/**
 * 400 with the message "No published toolsets": nothing qualifies for the manifest.
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
  static override readonly [BRAND]: string = 'NoPublishedToolsetsError'
  override readonly code = 'no_published_toolsets'
}

/** 401: the key is missing or invalid. */
export class AuthenticationError extends APIError {
  static override readonly [BRAND]: string = 'AuthenticationError'
  override readonly code = 'authentication'
}

/** 403: the key is valid and has no access to this workflow or organization. */
export class PermissionDeniedError extends APIError {
  static override readonly [BRAND]: string = 'PermissionDeniedError'
  override readonly code = 'permission_denied'
}

/** 404: the workflow is unknown, not published or archived. */
export class NotFoundError extends APIError {
  static override readonly [BRAND]: string = 'NotFoundError'
  override readonly code = 'not_found'
}

/** When a limited service says to come back. */
export interface RateLimitDetails extends APIErrorDetails {
  readonly retryAfterMs?: number | undefined
  readonly retryAt?: Date | undefined
}

/**
 * 429, after the retries, or at once when the wait would be longer than the cap or the deadline.
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
  static override readonly [BRAND]: string = 'RateLimitError'
  override readonly code = 'rate_limited'
  /** Milliseconds to wait from the moment of the response, or undefined when no usable `Retry-After` came. */
  readonly retryAfterMs: number | undefined
  /** The earliest moment for another attempt. */
  readonly retryAt: Date | undefined

  constructor(message: string, details: RateLimitDetails = {}) {
    super(message, details)
    this.retryAfterMs = details.retryAfterMs
    this.retryAt = details.retryAt
  }
}
