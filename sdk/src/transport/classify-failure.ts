/** What is known about a request without a complete response. */
export interface Failure {
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

/**
 * Classifies the error of a fetch. Fetch wraps the actual error in `cause`. A name with several addresses fails with an
 * AggregateError, and the request was not sent only if no attempt to connect got through. An error that is not known to
 * come from connecting counts as sent.
 */
export function classifyFailure(error: unknown): Failure {
  try {
    const { code, syscall, message, errors, cause } = Object(error)
    // Fetch refuses some ports, and a Request of another copy of undici, before it connects.
    const lasting = UNTRUSTED.test(code) || /^bad port$|parse URL from \[object Request\]/.test(message)
    // Deno has no codes; it names the phase in the message. Node does when the peer hangs up in a handshake.
    const connecting = /^(connect|getaddrinfo)$/.test(syscall) || /client error \(Connect\)|before secure TLS/.test(message)
    if (lasting || connecting || REFUSED.test(code)) return { notSent: true, lasting, reason: code ?? message }
    const nested: Failure[] = [errors ?? cause ?? []].flat().map(classifyFailure)
    return {
      notSent: nested.length > 0 && nested.every((failure) => failure.notSent),
      lasting: nested.some((failure) => failure.lasting),
      reason: nested[0]?.reason ?? code,
    }
  } catch {
    // A getter threw, or the causes form a circle.
    return { notSent: false, lasting: false, reason: undefined }
  }
}
