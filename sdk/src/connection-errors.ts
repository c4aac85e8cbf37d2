import { APIError } from './api-error.ts'
import { BRAND } from './error-brand.ts'

/** No usable response came: not resolved, refused, reset, truncated. `mayHaveRun` says what that means. */
export class APIConnectionError extends APIError {
  static override readonly [BRAND]: string = 'APIConnectionError'
  override readonly code: 'connection' | 'timeout' = 'connection'
}

/** The time for an attempt (`timeout`) or for the whole call (`deadline`) is over. */
export class APITimeoutError extends APIConnectionError {
  static override readonly [BRAND]: string = 'APITimeoutError'
  override readonly code = 'timeout'
}

/** The caller's signal was aborted; `cause` is the signal's reason. */
export class APIUserAbortError extends APIError {
  static override readonly [BRAND]: string = 'APIUserAbortError'
  override readonly code = 'aborted'
}
