import type { Call } from '../transport/call.ts'
import { classifyFailure } from '../transport/classify-failure.ts'
import type { Redactor } from '../transport/redact.ts'
import { Interruption } from '../transport/scope.ts'
import type { RequestState } from '../transport/send-request.ts'
import type { APIError } from './api-error.ts'
import { APIConnectionError, APITimeoutError } from './connection-errors.ts'
import { createInterruptionError } from './create-interruption-error.ts'

/** The error of an attempt without a usable response. */
export interface AttemptFailure {
  readonly error: APIError
  /** Whether another attempt is worth it, if the call may be repeated at all. */
  readonly repeatable: boolean
}

/** What was thrown, and when. */
export interface Thrown {
  readonly error: unknown
  /** Whether something may have been sent. */
  readonly sending: boolean
  readonly redactor: Redactor
  /** What was known of the request. */
  readonly state?: RequestState
  /** Milliseconds since the request was sent. */
  readonly elapsed?: number
}

/** Makes an APIError of what was thrown before or during an attempt. */
export function createFailureError(call: Call, { error, sending, redactor, state, elapsed = 0 }: Thrown): AttemptFailure {
  const fail = (what: string) => redactor.text(`Cannot ${call.action}: ${what}`)
  if (error instanceof Interruption) {
    const { kind } = error
    const late = `no whole answer came within ${kind === 'abort' || call.settings[kind]} ms (${kind})`
    const interrupted = { action: redactor.text(call.action), late, mayHaveRun: call.once && sending }
    return {
      error: createInterruptionError({ kind, reason: redactor.value(error.reason) }, interrupted),
      repeatable: kind === 'timeout',
    }
  }
  const failure = classifyFailure(error)
  const { reason } = failure
  // Such as an http port behind an https address, or a header that undici never sends. Later, when there is a connection,
  // OpenSSL and interceptors of undici use the same codes for other reasons.
  const neverSent = state?.connected === false && /^(ERR_SSL_|EPROTO|UND_ERR_(INVALID_ARG|NOT_SUPPORTED))/.test(reason ?? '')
  const notSent = !state?.response && (failure.notSent || neverSent)
  const details = { mayHaveRun: call.once && !notSent, cause: redactor.value(error) }
  // The time helps to tell a limit on the way from a broken connection: browsers and proxies do not say which it was.
  const code = typeof reason === 'string' ? ` (${reason})` : ''
  const after = `after ${Math.round(elapsed / 1000)} s${code}`
  if (/_(HEADERS|BODY)_TIMEOUT|TimeoutError/.test(reason + String(Object(error).name))) {
    const gaveUp = fail(`fetch gave up at a limit of its own ${after}: lift it or use start()`)
    return { error: new APITimeoutError(gaveUp, details), repeatable: true }
  }
  const what = notSent ? `the request could not be sent${code}` : `the connection failed ${after}`
  return { error: new APIConnectionError(fail(what), details), repeatable: !failure.lasting && !neverSent }
}
