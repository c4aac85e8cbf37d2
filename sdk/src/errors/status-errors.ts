import { APIError, type APIErrorDetails } from './api-error.ts'
import { BRAND } from './error-brand.ts'

/**
 * 400: the request is malformed, or an argument is missing or mistyped (RUN-MALFORMED, RUN-ARG-MISSING, RUN-ARG-TYPE).
 * Nothing ran.
 */
export class BadRequestError extends APIError {
  /** @internal */
  static override readonly [BRAND]: string = 'BadRequestError'
  override readonly code: 'bad_request' | 'no_published_toolsets' = 'bad_request'
}

/** 400 with the message "No published toolsets": nothing qualifies for the manifest (MAN-EMPTY). */
export class NoPublishedToolsetsError extends BadRequestError {
  /** @internal */
  static override readonly [BRAND]: string = 'NoPublishedToolsetsError'
  override readonly code = 'no_published_toolsets'
}

/** 401: the key is missing, invalid, or was replaced by a new one (KEY-INVALID, KEY-REGENERATED, HOST-401). Nothing ran. */
export class AuthenticationError extends APIError {
  /** @internal */
  static override readonly [BRAND]: string = 'AuthenticationError'
  override readonly code = 'authentication'
}

/** 403: the key is valid but has no access to this workflow or organization (KEY-SCOPE). Nothing ran. */
export class PermissionDeniedError extends APIError {
  /** @internal */
  static override readonly [BRAND]: string = 'PermissionDeniedError'
  override readonly code = 'permission_denied'
}

/** 404: the workflow is unknown, not published or archived (FLOW-UNKNOWN, FLOW-UNPUBLISHED, FLOW-ARCHIVED). Nothing ran. */
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
 * 429, after the retries. Without retries if the wait would exceed `maxRetryAfter` or the total timeout (LIMIT-429,
 * LIMIT-RETRY-AFTER). Nothing ran.
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
