import { describeValue } from '@wfhost/internal/redacted-text'
import type { Redactor } from '@wfhost/internal/redaction'
import { APIConnectionError, APIError, APITimeoutError, createInterruptionError } from '../errors/api-error.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { NotSentError } from '../errors/not-sent-error.ts'
import type { Call } from './call.ts'
import { type FailureReason, readFailureReason } from './failure-reason.ts'
import type { Interruption } from './scope.ts'

/** An attempt that ended without a response that can be read. */
export interface Failure {
  readonly thrown: unknown
  /** Whether the request was certainly not sent. */
  readonly isNotSent: boolean
  /** Milliseconds since the attempt began. */
  readonly elapsed: number
  readonly redactor: Redactor
}

/** An error, and whether another attempt can end differently. */
export interface DescribedFailure {
  readonly error: APIError
  readonly isTransient: boolean
}

/** Creates the error for an attempt that ended without a response, because fetch threw `failure.thrown`. */
export function createFailureError(call: Call, failure: Failure): DescribedFailure {
  const { isNotSent, redactor, thrown } = failure
  const reason = readFailureReason(thrown)
  const details = { mayHaveRun: call.hasEffect && !isNotSent, cause: redactor.value(thrown) }

  if (reason.isTimeout && !isNotSent) {
    const message = `fetch gave up at a time limit of its own ${describeTime(failure, reason)}. Lift that limit, or use start()`
    return { error: new APITimeoutError(redactor.text(`Cannot ${call.action}: ${message}`), details), isTransient: true }
  }

  const message = redactor.text(`Cannot ${call.action}: ${describeFailure(call, failure, reason)}`)
  return { error: new APIConnectionError(message, details), isTransient: !reason.isPermanent }
}

/** Says how an attempt failed, to complete "Cannot run workflow x: …". */
function describeFailure(call: Call, failure: Failure, reason: FailureReason): string {
  if (failure.thrown instanceof ConfigurationError) return failure.thrown.message
  if (!failure.isNotSent) return `the connection failed ${describeTime(failure, reason)}`

  const host = new URL(call.settings.address).host
  const text = failure.thrown instanceof NotSentError ? failure.thrown.message : reason.text
  const why = text === undefined ? '' : ` (${text})`
  return `the request could not be sent to ${host}${why}`
}

/** Browsers and proxies do not report the cause. A long time indicates the time limit of a proxy; a short time, a broken connection. */
function describeTime({ elapsed }: Failure, { text }: FailureReason): string {
  const after = `after ${Math.round(elapsed / 1000)} s`
  return text === undefined ? after : `${after} (${text})`
}

/** Creates the error for a call that the caller aborted, or that ran out of time. */
export function createInterruptedCallError(call: Call, interruption: Interruption, details: InterruptedCall): APIError {
  const { isNotSent, redactor } = details
  const { kind, reason } = interruption
  const limit = kind === 'abort' ? '' : `within ${call.settings[kind]} ms (${kind})`
  const event = isNotSent && call.hasEffect ? 'the request could not be sent' : 'no complete response came'

  return createInterruptionError(
    { kind, reason: redactor.value(reason) },
    { action: redactor.text(call.action), timeoutMessage: `${event} ${limit}`, mayHaveRun: call.hasEffect && !isNotSent },
  )
}

interface InterruptedCall {
  readonly isNotSent: boolean
  readonly redactor: Redactor
}

/** Creates the error for a middleware that threw after the response had arrived. */
export function createMiddlewareError(call: Call, thrown: unknown, details: MiddlewareFailure): APIError {
  const { mayHaveRun, redactor, status } = details
  const message = `Cannot ${call.action}: a middleware failed: ${describeValue(thrown, redactor.text)}`
  return new APIError(redactor.text(message), { status, mayHaveRun, cause: redactor.value(thrown) })
}

interface MiddlewareFailure {
  readonly status: number
  readonly mayHaveRun: boolean
  readonly redactor: Redactor
}
