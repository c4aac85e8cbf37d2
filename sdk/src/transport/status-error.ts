import { excerpt, type RedactedText } from '@wfhost/internal/redacted-text'
import type { Redactor } from '@wfhost/internal/redaction'
import { APIError, type APIErrorDetails } from '../errors/api-error.ts'
import {
  AuthenticationError,
  BadRequestError,
  NoPublishedToolsetsError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from '../errors/status-errors.ts'
import type { DocumentedStatus } from '../operations/operation.ts'
import { isAnyObject } from '../responses/is-object.ts'
import type { Call } from './call.ts'
import type { ResponseHead } from './outcome.ts'
import { readRetryDelay } from './retry.ts'

/** The error class of each documented refusal. After a 504 a run can continue, so it is not among them. */
const ERROR_CLASSES: Readonly<Record<number, typeof APIError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: APIError,
  403: PermissionDeniedError,
  404: NotFoundError,
  429: RateLimitError,
} satisfies Record<Exclude<DocumentedStatus, 200 | 202 | 504>, typeof APIError>

/** Redirects that request a repetition elsewhere. The service did nothing with this request. */
const REDIRECTS_WITHOUT_EFFECT = [307, 308]

/** Whether a service that responds with a status did nothing. */
export function isRefusal(status: number): boolean {
  return REDIRECTS_WITHOUT_EFFECT.includes(status) || status in ERROR_CLASSES
}

/** A response that is not the result of the call. */
export interface ErrorResponse {
  readonly head: ResponseHead
  /** The parsed body, or its text. */
  readonly body: unknown
  readonly redactor: Redactor
}

/** Creates the error that a call throws for a response with an error status. Keys in its message and details are redacted. */
export function createStatusError(call: Call, { body, head, redactor }: ErrorResponse): APIError {
  const { status } = head
  const redactedBody = redactBody(body, redactor)
  const message = describeStatus(call, head, redactor) + describeServiceMessage(redactedBody, redactor)

  // One 400 has a known cause: no tool set is published. Any other 400 can have many causes.
  const hasNoToolsets = status === 400 && isNoToolsetsMessage(call, redactedBody)
  const hasSingleCause = status !== 400 || hasNoToolsets
  const details: APIErrorDetails = {
    status,
    headers: redactor.headers(head.headers),
    body: redactedBody,
    // The requirement that the request broke, such as KEY-INVALID for 401.
    requirement: hasSingleCause ? call.requirements[status] : undefined,
    // A refusal shows that the service did nothing. After any other status, the workflow may have run.
    mayHaveRun: call.hasEffect && !isRefusal(status),
  }

  if (hasNoToolsets) return new NoPublishedToolsetsError(message, details)
  if (status === 429) return createRateLimitError(message, details, head)

  const ErrorClass = ERROR_CLASSES[status] ?? APIError
  return new ErrorClass(message, details)
}

function redactBody(body: unknown, redactor: Redactor): unknown {
  if (body === '') return undefined
  if (typeof body === 'string') return excerpt(redactor.text(body))
  return redactor.value(body)
}

function isNoToolsetsMessage(call: Call, body: unknown): boolean {
  return call.requirements[400] === 'MAN-EMPTY' && /No published toolsets/.test(JSON.stringify(body))
}

function createRateLimitError(message: string, details: APIErrorDetails, head: ResponseHead): RateLimitError {
  const retryAfterMs = readRetryDelay(head.headers, head.receivedDate)
  if (retryAfterMs === undefined) return new RateLimitError(message, details)

  return new RateLimitError(message, { ...details, retryAfterMs, retryAt: new Date(head.receivedDate + retryAfterMs) })
}

function describeStatus(call: Call, { headers, status }: ResponseHead, redactor: Redactor): RedactedText {
  // A browser reports a redirect as status 0.
  const description = `Cannot ${call.action}: the service responded with ${status || 'a redirect'}`
  const location = headers.get('location')
  if (location === null || status >= 400) return redactor.text(description)

  return redactor.text(`${description}, a redirect from ${call.settings.address} to ${location}`)
}

/** How much of the message of a service goes into the message of an error, in characters. */
const LONGEST_SERVICE_MESSAGE = 200

function describeServiceMessage(body: unknown, redactor: Redactor): string {
  const message = findMessage(body)
  return message === '' ? '' : `: ${excerpt(redactor.text(message), LONGEST_SERVICE_MESSAGE)}`
}

/** The fields in which services put a message. The document does not show any (RUN-ERROR-BODY, REG-ERROR-BODY). */
const MESSAGE_FIELDS = ['message', 'error', 'detail']

/** Finds the message in the body of an error, on one line. */
function findMessage(body: unknown): string {
  if (typeof body === 'string') return body.replace(/\s+/g, ' ').trim()
  if (!isAnyObject(body)) return ''

  for (const field of MESSAGE_FIELDS) {
    const message = findMessage(Reflect.get(body, field))
    if (message !== '') return message
  }
  return ''
}
