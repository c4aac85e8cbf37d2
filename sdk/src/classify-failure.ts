/** What is known about a request whose response never came whole. */
export interface Failure {
  /** Whether the request certainly never left: not resolved, refused, no connection in time, no trust in the peer. */
  readonly notSent: boolean
  /** Whether another attempt would end in the same way. */
  readonly lasting: boolean
  /** Such as `ECONNRESET`. */
  readonly reason: string | undefined
}

const REFUSED = /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket)$/
/** Raised while the certificate is checked, which is before any byte of HTTP. */
const UNTRUSTED = /^(ERR_TLS_)?CERT_|SELF_SIGNED_|^UNABLE_TO_(GET|VERIFY)/

/**
 * Reads the error of a fetch. Fetch wraps what happened in `cause`, and a name with several addresses fails with an
 * AggregateError: such a request was not sent only if no attempt to connect got through. Any error that is not known
 * to come from connecting counts as sent.
 */
export function classifyFailure(error: unknown): Failure {
  try {
    const { code, syscall, message, errors, cause } = Object(error)
    // Fetch refuses some ports, and a Request of another copy of undici, before it connects.
    const lasting = UNTRUSTED.test(code) || /^bad port$|parse URL from \[object Request\]/.test(message)
    // Deno has no codes; it names the phase in the message. Node does when the peer hangs up in a handshake.
    const connecting = /^(connect|getaddrinfo)$/.test(syscall) || /client error \(Connect\)|before secure TLS/.test(message)
    if (lasting || connecting || REFUSED.test(code)) return { notSent: true, lasting, reason: code }
    const nested: Failure[] = [errors ?? cause ?? []].flat().map(classifyFailure)
    return {
      notSent: nested.length > 0 && nested.every((failure) => failure.notSent),
      lasting: nested.some((failure) => failure.lasting),
      reason: nested[0]?.reason ?? code,
    }
  } catch {
    // A getter that throws, or causes in a circle.
    return { notSent: false, lasting: false, reason: undefined }
  }
}
