import type { APIError } from '../errors/api-error.ts'

/** One attempt at a call. All hooks of an attempt get the same object. */
export interface AttemptInfo {
  /** Such as `run workflow support-triage`. */
  readonly action: string
  /** Counts from 1. */
  readonly number: number
  /** Such as `POST`. */
  readonly method: string
  /** The full URL. It contains no key. */
  readonly url: string
  /** The headers to be sent, without the key. `onRequest` may add to them. */
  readonly headers: Headers
}

/** A response, whatever its status. */
export interface ResponseInfo {
  /** The HTTP status. */
  readonly status: number
  /** Without cookies, and with keys redacted. */
  readonly headers: Headers
  /** Milliseconds from sending to the end of the body. */
  readonly durationMs: number
}

/** Why another attempt follows, and when. */
export interface RetryInfo {
  /** What the attempt ended with. */
  readonly error: APIError
  /** Milliseconds until the next attempt. */
  readonly delayMs: number
}

/** Called during a call. What a hook throws is ignored, so that it cannot cost the result of a run. */
export interface Hooks {
  /** An attempt is about to be sent. */
  readonly onRequest?: (attempt: AttemptInfo) => void
  /**
   * Must call `send` once, synchronously: everything from sending to the end of the body then runs in the
   * `AsyncLocalStorage` context in which `send` was called. The attempt is sent even if the hook does not call it.
   */
  readonly around?: (attempt: AttemptInfo, send: () => void) => void
  /** Exactly one of `onResponse` and `onError` ends an attempt. */
  readonly onResponse?: (attempt: AttemptInfo, response: ResponseInfo) => void
  /** The attempt ended without a response that could be read. */
  readonly onError?: (attempt: AttemptInfo, error: APIError) => void
  /** Another attempt follows the one that has ended. */
  readonly onRetry?: (attempt: AttemptInfo, retry: RetryInfo) => void
}

/** Tells each listener. What they throw, at once or by a promise, must not cost the result of a run. */
export function notify<Listener>(listeners: readonly Listener[], tell: (listener: Listener) => unknown): void {
  for (const listener of listeners) {
    try {
      Object(tell(listener)).catch?.(() => {})
    } catch {
      // As promised above.
    }
  }
}

/** Starts an attempt inside the `around` hooks, exactly once whatever they do. */
export function startWithin<Result>(hooks: readonly Hooks[], { info, start }: Start<Result>): Result {
  let result: Result | undefined
  const startOnce = () => (result ??= start())
  let send: () => void = startOnce
  for (const { around } of hooks) {
    const inner = send
    if (around) send = () => notify([around], (each) => each(info, inner))
  }
  send()
  return startOnce()
}

interface Start<Result> {
  readonly info: AttemptInfo
  readonly start: () => Result
}
