import { excerpt } from '@wfhost/wire/messages'
import type { Answer, Call } from '../transport/call.ts'
import { REFUSALS, retryAfterOf } from '../transport/retry.ts'
import { APIError } from './api-error.ts'
import {
  AuthenticationError,
  BadRequestError,
  NoPublishedToolsetsError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from './status-errors.ts'

/** Makes the error of a status. `receivedAt` is when the response came, in milliseconds since the epoch. */
export function createStatusError(call: Call, { body: received, redactor, response }: Answer, receivedAt: number): APIError {
  const { status } = response
  const shown = redactor.value(received)
  const body = typeof shown === 'string' ? excerpt(shown) : shown
  const said = excerpt(messageOf(body), 200)
  const noToolsets =
    status === 400 && call.requirements[400] === 'MAN-EMPTY' && /No published toolsets/.test(JSON.stringify(body))
  const details = {
    status,
    headers: redactor.headers(response.headers),
    body: body === '' ? undefined : body,
    requirement: status === 400 && !noToolsets ? undefined : call.requirements[status],
    mayHaveRun: call.once && !REFUSALS.includes(status),
  }
  const location = details.headers.get('location')
  const elsewhere = `, a redirect from ${call.settings.address} to ${location}`
  // A browser reports a redirect as status 0.
  const answered = `${status || 'a redirect'}${location && status < 400 ? elsewhere : ''}`
  const message = redactor.text(`Cannot ${call.action}: the service answered ${answered}`) + (said && `: ${said}`)
  if (status === 429) {
    const retryAfterMs = retryAfterOf(response.headers, receivedAt)
    const stated = retryAfterMs === undefined ? {} : { retryAfterMs, retryAt: new Date(receivedAt + retryAfterMs) }
    return new RateLimitError(message, { ...details, ...stated })
  }
  if (noToolsets) return new NoPublishedToolsetsError(message, details)
  return new (CLASSES[status] ?? APIError)(message, details)
}

const CLASSES: Readonly<Record<number, typeof APIError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
}

/** Finds the message in an undocumented body: a usual field of an object, or the text itself. */
function messageOf(body: unknown): string {
  if (typeof body === 'string') return body.trim()
  if (!body) return ''
  const { message, error, detail } = body as Readonly<Record<string, unknown>>
  for (const field of [message, error, detail]) {
    const found = messageOf(field)
    if (found) return found
  }
  return ''
}
