import { expect, test } from 'vitest'
import { describeNetworkError } from './exchange.ts'

const failed: readonly (readonly [cause: Error, why: string])[] = [
  [
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' }),
    'nothing listens there (connect ECONNREFUSED 127.0.0.1:1)',
  ],
  [
    Object.assign(new Error('getaddrinfo ENOTFOUND no-such-host.invalid'), { code: 'ENOTFOUND' }),
    'there is no host of that name (getaddrinfo ENOTFOUND no-such-host.invalid)',
  ],
  [new Error('bad port'), 'fetch blocks this port, as it belongs to another protocol; use another port (bad port)'],
  [
    Object.assign(new Error('self-signed certificate; try something'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    'self-signed certificate: caFile (or --ca-file) adds the authority that signed it',
  ],
  [
    Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' }),
    'certificate has expired: renew the certificate of the server, or correct the clock of this machine',
  ],
  [
    Object.assign(new Error('40ED:error:0A00010B:SSL routines'), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }),
    'ERR_SSL_WRONG_VERSION_NUMBER: the server does not use TLS: the URL may have to begin with http://',
  ],
  [Object.assign(new Error(''), { code: 'ETIMEDOUT' }), 'ETIMEDOUT'],
  [new Error(''), 'TypeError: fetch failed'],
]

test.each(failed)('describes a failure of fetch by its cause: %s', (cause, why) => {
  expect(describeNetworkError(new TypeError('fetch failed', { cause }))).toBe(why)
})

test('describes an error of another kind by its message', () => {
  expect(describeNetworkError(new Error('a response of more than 64 MiB'))).toBe('a response of more than 64 MiB')
  expect(describeNetworkError('gone')).toBe('gone')
})
