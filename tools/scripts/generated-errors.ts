import { runInNewContext } from 'node:vm'
import { APIConnectionError, ConfigurationError } from '@wfhost/sdk'
import fc from 'fast-check'

/** Codes that look like evidence: a connection that was never made, a name that does not exist, a certificate. */
const CODES = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_INVALID_ARG',
  'ConnectionRefused',
  'FailedToOpenSocket',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'not_sent',
]

const MESSAGES = [
  'fetch failed',
  'bad port',
  'connect ECONNREFUSED 127.0.0.1:1',
  'Proxy response (407) !== 200 when HTTP Tunneling',
  'Client network socket disconnected before secure TLS connection was established',
  'error sending request for url: client error (Connect)',
  'Failed to parse URL from [object Request]',
  'The request was not sent',
]

const NAMES = ['Error', 'TypeError', 'AbortError', 'TimeoutError', 'NotSentError', 'HTTPParserError', 'SystemError']

const fields = fc.record(
  {
    name: fc.constantFrom(...NAMES),
    message: fc.constantFrom(...MESSAGES),
    code: fc.constantFrom<unknown>(...CODES, Symbol('ECONNREFUSED'), 111, null),
    syscall: fc.constantFrom('connect', 'getaddrinfo', 'read', 'write'),
    mayHaveRun: fc.boolean(),
    status: fc.constantFrom(401, 404, 429, 500),
  },
  { requiredKeys: ['message'] },
)

type Fields = Readonly<Record<string, unknown>>

function toError(given: Fields): Error {
  const error = new Error(String(given['message']))
  for (const [name, value] of Object.entries(given)) Object.defineProperty(error, name, { value, configurable: true })
  return error
}

function toErrorOfAnotherRealm(given: Fields): unknown {
  const ForeignError = runInNewContext('TypeError')
  return Object.assign(new ForeignError(given['message']), given)
}

function toErrorWithThrowingGetter(given: Fields): Error {
  const get = () => {
    throw new Error('a getter')
  }
  return Object.defineProperty(toError(given), 'code', { get })
}

function toCircle(given: Fields): Error {
  const [first, second] = [toError(given), toError(given)]
  first.cause = second
  second.cause = first
  return first
}

function toHostileProxy(given: Fields): object {
  return new Proxy(toError(given), {
    getPrototypeOf: () => {
      throw new Error('a proxy')
    },
  })
}

const leaf: fc.Arbitrary<unknown> = fc.oneof(
  fields.map(toError),
  fields.map(toErrorOfAnotherRealm),
  fields.map(toErrorWithThrowingGetter),
  fields.map(toCircle),
  fields.map(toHostileProxy),
  fields.map((given) => Object.freeze(toError(given))),
  // The JSON body of a gateway, thrown unchanged.
  fields.map((given) =>
    JSON.parse(JSON.stringify({ ...given, error: given }, (_, value) => (typeof value === 'symbol' ? 1 : value))),
  ),
  fields.map(({ message, mayHaveRun = false }) => new APIConnectionError(message, { mayHaveRun })),
  fields.map(({ message }) => new ConfigurationError(message)),
  fc.constantFrom<unknown>(undefined, null, 'ECONNREFUSED', 0, Symbol('x'), new DOMException('x', 'AbortError')),
)

/** Generates any error that a fetch of a caller can throw, except a NotSentError. */
export const thrownValues: fc.Arbitrary<unknown> = fc.letrec<{ thrown: unknown }>((tie) => ({
  thrown: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    tie('thrown').map((cause) => new TypeError('fetch failed', { cause })),
    fc.array(tie('thrown'), { maxLength: 3 }).map((errors) => new AggregateError(errors, 'all attempts failed')),
  ),
})).thrown
