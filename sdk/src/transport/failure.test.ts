import { describe, expect, test } from 'vitest'
import { classifyFailure } from './failure.ts'

function fetchFailed(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause })
}

function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall })
}

const NOT_SENT: readonly (readonly [string, unknown])[] = [
  ['a refused connection', systemError('ECONNREFUSED', 'connect')],
  ['a name that does not exist', systemError('ENOTFOUND', 'getaddrinfo')],
  ['a name that cannot be looked up now', systemError('EAI_AGAIN', 'getaddrinfo')],
  ['a connection that takes too long', Object.assign(new Error('Connect Timeout'), { code: 'UND_ERR_CONNECT_TIMEOUT' })],
  ['a time-out of the system while connecting', systemError('ETIMEDOUT', 'connect')],
  ['a reset while connecting', systemError('ECONNRESET', 'connect')],
  ['a port that fetch refuses', new Error('bad port')],
  ['a Request that fetch does not know', new TypeError('Failed to parse URL from [object Request]', { cause: new Error('?') })],
  ['a peer that hangs up', new Error('Client network socket disconnected before secure TLS connection was established')],
  ['an unreachable network', systemError('ENETUNREACH', 'connect')],
  ['a certificate that is not trusted', Object.assign(new Error('self-signed'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })],
  ['a certificate for another name', Object.assign(new Error('altname'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })],
  [
    'several addresses that all refuse',
    new AggregateError([systemError('ECONNREFUSED', 'connect'), systemError('ETIMEDOUT', 'connect')]),
  ],
]

const UNKNOWN: readonly (readonly [string, unknown])[] = [
  ['a reset', systemError('ECONNRESET', 'read')],
  ['a broken pipe', systemError('EPIPE', 'write')],
  ['a time-out of the system while reading', systemError('ETIMEDOUT', 'read')],
  ['a host that becomes unreachable while reading', systemError('EHOSTUNREACH', 'read')],
  ['a socket that closes', Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })],
  ['a head that does not come', Object.assign(new Error('Headers Timeout'), { code: 'UND_ERR_HEADERS_TIMEOUT' })],
  ['a record in another version', Object.assign(new Error('wrong'), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' })],
  ['an address that is none', Object.assign(new Error('Invalid URL'), { code: 'ERR_INVALID_URL' })],
  ['an alert after the handshake', Object.assign(new Error('alert'), { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' })],
  ['several addresses of which one got through', new AggregateError([systemError('ECONNREFUSED', 'connect'), new Error('?')])],
  ['several addresses without errors', new AggregateError([])],
  ['nothing', undefined],
  ['a string', 'ECONNREFUSED'],
]

describe('classifyFailure()', () => {
  test.each(NOT_SENT)('knows that %s left nothing sent', (_, cause) => {
    expect(classifyFailure(fetchFailed(cause)).notSent).toBe(true)
    expect(classifyFailure(cause).notSent).toBe(true)
  })

  test.each(UNKNOWN)('does not know what became of the request after %s', (_, cause) => {
    expect(classifyFailure(fetchFailed(cause)).notSent).toBe(false)
    expect(classifyFailure(cause).notSent).toBe(false)
  })

  test('gives the code for a reason, or the message where there is none', () => {
    expect(classifyFailure(fetchFailed(systemError('ECONNREFUSED', 'connect'))).reason).toBe('ECONNREFUSED')
    expect(classifyFailure(fetchFailed(new Error('bad port'))).reason).toBe('bad port')
  })

  test('tells a certificate that stays untrusted from a connection that may come', () => {
    expect(classifyFailure(fetchFailed(systemError('ECONNREFUSED', 'connect'))).lasting).toBe(false)
    expect(classifyFailure(fetchFailed(Object.assign(new Error(), { code: 'CERT_HAS_EXPIRED' }))).lasting).toBe(true)
  })
})
