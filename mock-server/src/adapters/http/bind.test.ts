import { expect, test } from 'vitest'
import { ownUrlOf } from './bind.ts'

test.each([
  [{ port: 4555 }, 'http://127.0.0.1:4555'],
  [{ host: '0.0.0.0', port: 80 }, 'http://127.0.0.1:80'],
  [{ host: '::', port: 4010 }, 'http://[::1]:4010'],
  [{ host: 'localhost', port: 4010, tls: { cert: 'c', key: 'k' } }, 'https://localhost:4010'],
  [{ port: 0 }, 'http://127.0.0.1:0'],
  [{ socket: './mock.sock', port: 4010 }, 'http://127.0.0.1:0'],
])('a server that listens at %j takes itself to be at %s', (where, url) => {
  expect(ownUrlOf(where)).toBe(url)
})
