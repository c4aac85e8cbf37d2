import { expect, test } from 'vitest'
import { otherOrigins } from './other-origins.ts'

const shared = { netmask: '', mac: '', cidr: null }
const interfaces = {
  lo: [{ ...shared, address: '127.0.0.1', family: 'IPv4', internal: true }],
  eth0: [
    { ...shared, address: '192.168.1.5', family: 'IPv4', internal: false },
    { ...shared, address: 'fe80::1', family: 'IPv6', internal: false, scopeid: 2 },
    { ...shared, address: '2001:db8::1', family: 'IPv6', internal: false, scopeid: 0 },
  ],
} as const

test.each([
  ['0.0.0.0', ['http://192.168.1.5:4010']],
  ['0', ['http://192.168.1.5:4010']],
  ['::', ['http://192.168.1.5:4010', 'http://[2001:db8::1]:4010']],
  ['0:0:0:0:0:0::', ['http://192.168.1.5:4010', 'http://[2001:db8::1]:4010']],
  ['127.0.0.1', []],
  ['localhost', []],
  ['192.168.1.5', []],
])('a server on %s is reached by other machines at %j', (host, origins) => {
  const copy = { lo: [...interfaces.lo], eth0: [...interfaces.eth0] }
  expect(otherOrigins({ host, port: 4010, secure: false }, copy)).toEqual(origins)
})
