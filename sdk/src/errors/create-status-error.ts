import type { Call } from '../transport/call.ts'
import { excerpt, parseBody } from '../transport/parse-body.ts'
import type { Redactor } from '../transport/redact.ts'
import { REFUSALS } from '../transport/refusals.ts'
import { readRetryAfter } from '../transport/retry-after.ts'
import { APIError } from './api-error.ts'
import {
  AuthenticationError,
  BadRequestError,
  NoPublishedToolsetsError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from './status-errors.ts'

/** A response that refuses a call, as far as it was read. */
export interface Refusal {
  readonly response: Response
  readonly text: string | undefined
  /** When the response came, in milliseconds since the epoch. */
  readonly receivedAt: number
}

/** Makes the error of a status. */
export function createStatusError(call: Call, refusal: Refusal & { readonly redactor: Redactor }): APIError {
  const { response, text = '', receivedAt, redactor } = refusal
  const { status } = response
  const parsed = parseBody(text)
  const shown = redactor.value(parsed.value)
  const body = typeof shown === 'string' ? excerpt(shown) : shown
  const noToolsets = status === 400 && call.requirements[400] === 'MAN-EMPTY' && /No published toolsets/.test(text)
  const details = {
    status,
    headers: redactor.headers(response.headers),
    body: text ? body : undefined,
    requirement: status === 400 && !noToolsets ? undefined : call.requirements[status],
    mayHaveRun: call.once && !REFUSALS.includes(status),
  }
  const said = excerpt(messageOf(body), 200)
  const location = details.headers.get('location')
  const elsewhere = `, a redirect from ${call.settings.address} to ${location}`
  // A browser reports a redirect as status 0.
  const answered = `${status || 'a redirect'}${location && status < 400 ? elsewhere : ''}`
  const message = redactor.text(`Cannot ${call.action}: the service answered ${answered}`) + (said && `: ${said}`)
  if (status === 429) {
    const at = readRetryAfter(response.headers, receivedAt)
    const told = at === undefined ? {} : { retryAfterMs: at - receivedAt, retryAt: new Date(at) }
    return new RateLimitError(message, { ...details, ...told })
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
