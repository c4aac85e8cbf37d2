import { isAnyObject } from '../responses/is-object.ts'

/** The reason in an error of fetch, for people. It proves nothing about the request: evidence.ts decides whether it was sent. */
export interface FailureReason {
  /** Such as `ECONNRESET`, or `bad port` for an error without a code. Undefined if no cause has such a text. */
  readonly text: string | undefined
  /** Whether every further attempt would fail in the same way. */
  readonly isPermanent: boolean
  /** Whether fetch gave up at a time limit of its own. */
  readonly isTimeout: boolean
}

/** The messages of undici for a proxy that responds to CONNECT with a status other than 200, or to any request with 407. */
const PROXY_REFUSAL_PATTERN = /^Proxy .+\((\d+)\)/

/** Codes of certificates that are not trusted, and of requests that undici never sends. */
const PERMANENT_CODE_PATTERN =
  /^(ERR_TLS_)?CERT_|SELF_SIGNED_|^UNABLE_TO_(GET|VERIFY)|^ERR_SSL_|^EPROTO|^UND_ERR_(INVALID_ARG|NOT_SUPPORTED|CLOSED|DESTROYED)/

/**
 * Messages of errors without a code, after which each retry would fail, too. Their causes are ports that fetch refuses, a Request
 * from another copy of undici, and a body that a middleware has read.
 */
const PERMANENT_MESSAGE_PATTERN = /^bad port$|\[object Request\]|already been/

const TIMEOUT_PATTERN = /_(HEADERS|BODY)_TIMEOUT|TimeoutError/

/**
 * Reads the reason from an error of fetch. The message of such an error says only that fetch failed. The actual error is its
 * `cause`, or the cause of that.
 */
export function readFailureReason(thrown: unknown): FailureReason {
  const causes = listCauses(thrown)

  const proxyStatus = findProxyStatus(causes)
  if (proxyStatus !== undefined) {
    // After a 5xx, the proxy may work again later. After any other status, it would refuse the next connection, too.
    return { text: `the proxy responded with ${proxyStatus}`, isPermanent: proxyStatus < 500, isTimeout: false }
  }

  const permanentCause = causes.find(({ message }) => PERMANENT_MESSAGE_PATTERN.test(message))
  // An HTTPParserError has no code. Its message says that the peer speaks another protocol.
  const protocolCause = causes.find(({ name }) => name === 'HTTPParserError')
  // The innermost cause comes last, and has the most specific code.
  const code = causes.findLast((cause) => cause.code)?.code ?? ''

  return {
    // The first of these texts that is not empty. An HTTPParserError has only a message. Otherwise a code comes before a message,
    // because readers can search for a code such as ECONNRESET.
    text: protocolCause?.message || code || permanentCause?.message,
    isPermanent: permanentCause !== undefined || PERMANENT_CODE_PATTERN.test(code),
    isTimeout: causes.some((cause) => TIMEOUT_PATTERN.test(`${cause.code} ${cause.name}`)),
  }
}

/** The texts of an error. A text that the error does not have is empty. */
interface Cause {
  readonly name: string
  readonly message: string
  readonly code: string
}

function readCause(error: object): Cause {
  const message = readText(error, 'message')
  // undici has one code for all broken connections. Their message has the reason, such as `other side closed`.
  const code = readText(error, 'code')
  return { name: readText(error, 'name'), message, code: code === 'UND_ERR_SOCKET' ? message || code : code }
}

/** Returns the status with which a proxy refused to connect, if one did. */
function findProxyStatus(causes: readonly Cause[]): number | undefined {
  for (const { message } of causes) {
    const refusal = PROXY_REFUSAL_PATTERN.exec(message)
    if (refusal) return Number(refusal[1])
  }
  return undefined
}

/** How many causes are read: those of an error can form a circle. */
const LONGEST_CHAIN = 10

/** Lists an error, its cause, the cause of that, and so on. The cause of an AggregateError is its first error. */
function listCauses(thrown: unknown): readonly Cause[] {
  const chain: Cause[] = []
  let current: unknown = thrown

  while (isAnyObject(current) && chain.length < LONGEST_CHAIN) {
    chain.push(readCause(current))
    const errors = Object(readProperty(current, 'errors'))
    current = readProperty(errors, '0') ?? readProperty(current, 'cause')
  }

  return chain
}

function readText(error: object, name: string): string {
  const value = readProperty(error, name)
  return typeof value === 'string' ? value : ''
}

/** Reads a property of an error that the caller made: a getter can throw. */
function readProperty(error: object, name: string): unknown {
  try {
    return Reflect.get(error, name)
  } catch {
    return undefined
  }
}
