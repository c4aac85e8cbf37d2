import type { APIError } from './api-error.ts'
import type { Call } from './call.ts'
import { classifyFailure } from './classify-failure.ts'
import { APIConnectionError, APITimeoutError, APIUserAbortError } from './connection-errors.ts'
import type { Redactor } from './redact.ts'
import { Interruption } from './scope.ts'

/** An attempt that brought no usable response. */
export interface AttemptFailure {
  readonly error: APIError
  /** Whether another attempt is worth it, if the call may be repeated at all. */
  readonly repeatable: boolean
}

/** Makes the error of what was thrown while a request was (or was not yet) under way. */
export function failureError(
  call: Call,
  thrown: { readonly error: unknown; readonly sending: boolean; readonly redactor: Redactor },
): AttemptFailure {
  const { error, sending, redactor } = thrown
  const fail = (state: string) => redactor.text(`Cannot ${call.action}: ${state}`)
  if (error instanceof Interruption) {
    const details = { mayHaveRun: call.once && sending, cause: redactor.value(error.reason) }
    if (error.kind === 'abort') {
      return { error: new APIUserAbortError(fail('the caller aborted it'), details), repeatable: false }
    }
    const { timeout, deadline } = call.settings
    const limit = error.kind === 'timeout' ? `within ${timeout} ms (timeout)` : `before ${deadline} ms (deadline)`
    const timedOut = new APITimeoutError(fail(`no whole answer came ${limit}`), details)
    return { error: timedOut, repeatable: error.kind === 'timeout' }
  }
  const { notSent, lasting, reason = '' } = classifyFailure(error)
  const details = { mayHaveRun: call.once && !notSent, cause: redactor.value(error) }
  const shown = typeof reason === 'string' && reason ? ` (${reason})` : ''
  if (/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(reason)) {
    const timedOut = new APITimeoutError(fail(`fetch gave up before the timeout of this client${shown}`), details)
    return { error: timedOut, repeatable: true }
  }
  const state = notSent ? 'the request could not be sent' : 'the connection failed before the answer was complete'
  return { error: new APIConnectionError(fail(state + shown), details), repeatable: !lasting }
}
