import { expect, test } from 'vitest'
import { whyNoAnswer } from './exchange.ts'

const failed: readonly (readonly [cause: Error, why: string])[] = [
  [
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' }),
    'nothing listens there (connect ECONNREFUSED 127.0.0.1:1)',
  ],
  [
    Object.assign(new Error('getaddrinfo ENOTFOUND no-such-host.invalid'), { code: 'ENOTFOUND' }),
    'there is no host of that name (getaddrinfo ENOTFOUND no-such-host.invalid)',
  ],
  [new Error('bad port'), 'the port is one that fetch keeps for another protocol; take another port (bad port)'],
  [
    Object.assign(new Error('self-signed certificate; try something'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    'self-signed certificate: caFile (or --ca-file) adds the authority that signed it',
  ],
  [
    Object.assign(new Error('40ED:error:0A00010B:SSL routines'), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }),
    'what listens there does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER): its address may begin with http://',
  ],
  [Object.assign(new Error(''), { code: 'ETIMEDOUT' }), 'ETIMEDOUT'],
  [new Error(''), 'TypeError: fetch failed'],
]

test.each(failed)('what fetch fails with is told by its cause: %s', (cause, why) => {
  expect(whyNoAnswer(new TypeError('fetch failed', { cause }))).toBe(why)
})

test('what is no error of fetch is told as it is', () => {
  expect(whyNoAnswer(new Error('an answer of more than 64 MiB'))).toBe('an answer of more than 64 MiB')
  expect(whyNoAnswer('gone')).toBe('gone')
})
