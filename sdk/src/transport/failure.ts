import { excerpt } from '@wfhost/wire/messages'
import type { Redactor } from '@wfhost/wire/redaction'
import { APIConnectionError, APIError, APITimeoutError, createInterruptionError } from '../errors/api-error.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { NoPublishedToolsetsError, RateLimitError } from '../errors/status-errors.ts'
import type { Answer, Call } from './call.ts'
import { CLASSES, REFUSALS, retryAfterOf } from './retry.ts'
import { Interruption } from './scope.ts'

/** What is known of a request under way. */
export interface Sending {
  /**
   * Kept until the exchange has settled: Node ties a Request to its signal by a weak reference, and if it were
   * collected, no abort would reach the socket.
   */
  request?: Request
  /** Whether it got a connection, where the platform tells. */
  connected?: boolean
  /** Whether a 421 made fetch ask for another connection. */
  misdirected?: boolean
  /** Set as soon as its head has arrived. */
  response?: Response
  /** When that was: milliseconds since the epoch. */
  receivedAt?: number
  reading?: boolean
}

/** What is known about a request without a complete response. */
interface Failure {
  /** Whether it was certainly not sent: host not found, connection refused or not made in time, peer not trusted. */
  readonly notSent: boolean
  /** Whether another attempt would fail in the same way. */
  readonly lasting: boolean
  /** Such as `ECONNRESET`, or `bad port` where there is no code. */
  readonly reason: string | undefined
}

const REFUSED = /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket)$/
/** Raised while the certificate is checked, which is before any byte of HTTP. */
const UNTRUSTED = /^(ERR_TLS_)?CERT_|SELF_SIGNED_|^UNABLE_TO_(GET|VERIFY)/
/** What undici says when a proxy answers CONNECT with something other than 200. */
const NO_TUNNEL = /^Proxy response \((\d+)\)/

/**
 * Classifies the error of a fetch. Fetch wraps the actual error in `cause`. A name with several addresses fails with an
 * AggregateError, and the request was not sent only if no attempt to connect got through. An error that is not known to
 * come from connecting counts as sent.
 */
export function classifyFailure(error: unknown): Failure {
  try {
    const { code, syscall, message, errors, cause, name } = Object(error)
    const [, tunnel] = NO_TUNNEL.exec(message) ?? []
    if (tunnel) return { notSent: true, lasting: tunnel < '500', reason: `the proxy answered ${tunnel}` }
    // Fetch refuses some ports, and a Request of another copy of undici, before it connects.
    const lasting = UNTRUSTED.test(code) || /^bad port$|parse URL from \[object Request\]/.test(message)
    // Deno has no codes; it names the phase in the message. Node does when the peer hangs up in a handshake.
    const connecting = /^(connect|getaddrinfo)$/.test(syscall) || /client error \(Connect\)|before secure TLS/.test(message)
    if (lasting || connecting || REFUSED.test(code)) return { notSent: true, lasting, reason: code ?? message }
    const nested: Failure[] = [errors ?? cause ?? []].flat().map(classifyFailure)
    return {
      notSent: nested.length > 0 && nested.every((failure) => failure.notSent),
      lasting: nested.some((failure) => failure.lasting),
      // What answers in another protocol has no code in every version of undici.
      reason: nested[0]?.reason ?? (/^HTTPP/.test(name) ? message : code),
    }
  } catch {
    // A getter threw, or the causes form a circle.
    return { notSent: false, lasting: false, reason: undefined }
  }
}

interface Thrown {
  readonly error: unknown
  readonly redactor: Redactor
  /** Whether something may have been sent. */
  readonly sent: boolean
  readonly state?: Sending
  readonly elapsed?: number
}

/** Makes an APIError of what was thrown before or during an attempt, and says whether another one is worth it. */
export function createFailureError(call: Call, thrown: Thrown): { readonly error: APIError; readonly repeatable: boolean } {
  const { error, redactor, sent, state, elapsed = 0 } = thrown
  const fail = (what: string) => redactor.text(`Cannot ${call.action}: ${what}`)
  if (error instanceof Interruption) {
    const { kind, reason } = error
    // What may be repeated may have been sent before.
    const unmet = sent || !call.once ? 'no whole answer came' : 'the request could not be sent'
    const late = `${unmet} within ${kind === 'abort' || call.settings[kind]} ms (${kind})`
    const interrupted = { action: redactor.text(call.action), late, mayHaveRun: call.once && sent }
    return {
      error: createInterruptionError({ kind, reason: redactor.value(reason) }, interrupted),
      repeatable: kind === 'timeout',
    }
  }
  const failure = classifyFailure(error)
  const { reason } = failure
  const cause = redactor.value(error)
  if (state?.misdirected) {
    const details = { status: 421, mayHaveRun: call.once, cause }
    return { error: new APIError(fail('the service answered 421'), details), repeatable: false }
  }
  // Such as an http port behind an https address, or a header that undici never sends. Later, when there is a connection,
  // OpenSSL and interceptors of undici use the same codes for other reasons.
  const neverSent = state?.connected === false && /^(ERR_SSL_|EPROTO|UND_ERR_(INVALID_ARG|NOT_SUPPORTED))/.test(reason ?? '')
  const notSent = !state?.response && (failure.notSent || neverSent)
  const details = { mayHaveRun: call.once && !notSent, cause }
  // The time helps to tell a limit on the way from a broken connection: browsers and proxies do not say which it was.
  const code = typeof reason === 'string' ? ` (${reason})` : ''
  const after = `after ${Math.round(elapsed / 1000)} s${code}`
  if (/_(HEADERS|BODY)_TIMEOUT|TimeoutError/.test(reason + String(Object(error).name))) {
    const gaveUp = fail(`fetch gave up at a limit of its own ${after}: lift it or use start()`)
    return { error: new APITimeoutError(gaveUp, details), repeatable: true }
  }
  const mistake = error instanceof ConfigurationError && error.message
  const what = mistake || (notSent ? `the request could not be sent${code}` : `the connection failed ${after}`)
  return { error: new APIConnectionError(fail(what), details), repeatable: !failure.lasting && !neverSent }
}

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

/** Finds the message in an undocumented body, as one line: a usual field of an object, or the text itself. */
function messageOf(body: unknown): string {
  if (typeof body === 'string') return body.replace(/\s+/g, ' ').trim()
  if (!body) return ''
  const { message, error, detail } = body as Readonly<Record<string, unknown>>
  for (const field of [message, error, detail]) {
    const found = messageOf(field)
    if (found) return found
  }
  return ''
}
