import type { APIError } from './api-error.ts'

/** One attempt at a call. The same object comes to all hooks of an attempt. */
export interface AttemptInfo {
  /** Such as `run workflow support-triage`. */
  readonly action: string
  /** Counts from 1. */
  readonly number: number
  readonly method: string
  readonly url: string
  /** What is about to be sent, without the key. `onRequest` may add to it. */
  readonly headers: Headers
}

/** How a response came, whatever its status. */
export interface ResponseInfo {
  readonly status: number
  /** Without cookies, and with keys redacted. */
  readonly headers: Headers
  /** Milliseconds from sending to the end of the body. */
  readonly durationMs: number
}

/** Why another attempt follows, and when. */
export interface RetryInfo {
  readonly error: APIError
  /** Milliseconds. */
  readonly delayMs: number
}

/** Called as things happen. What a hook throws is ignored: it must not cost the result of a run. */
export interface Hooks {
  readonly onRequest?: (attempt: AttemptInfo) => void
  /** Exactly one of `onResponse` and `onError` ends an attempt. */
  readonly onResponse?: (attempt: AttemptInfo, response: ResponseInfo) => void
  /** The attempt ended without a response that could be read. */
  readonly onError?: (attempt: AttemptInfo, error: APIError) => void
  readonly onRetry?: (attempt: AttemptInfo, retry: RetryInfo) => void
}

/** Tells each of the hooks. */
export function notify(hooks: readonly Hooks[], tell: (hooks: Hooks) => void): void {
  for (const each of hooks) {
    try {
      tell(each)
    } catch {
      // As promised above.
    }
  }
}
