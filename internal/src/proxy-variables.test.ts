import { expect, test } from 'vitest'
import { readProxies } from './proxy-variables.ts'

function refuse(message: string): never {
  throw new Error(message)
}

test.each([
  [{}, { http: '', https: '' }],
  [
    { HTTP_PROXY: 'http://a:1', HTTPS_PROXY: 'https://b:2' },
    { http: 'http://a:1', https: 'https://b:2' },
  ],
  [
    { http_proxy: 'http://a:1', HTTP_PROXY: 'http://b:2' },
    { http: 'http://a:1', https: '' },
  ],
  [
    { http_proxy: '', HTTP_PROXY: 'http://b:2' },
    { http: '', https: '' },
  ],
  [{ HTTPS_PROXY: ' proxy.example:8080 ' }, { http: '', https: 'http://proxy.example:8080' }],
  [{ HTTPS_PROXY: 'user:password@proxy.example:8080' }, { http: '', https: 'http://user:password@proxy.example:8080' }],
])('reads the proxies of %j', (environment, proxies) => {
  expect(readProxies(environment, refuse)).toEqual(proxies)
})

test.each(['http://user:password@127.0.0.1:99999', 'socks4://user:password@a:1', 'http://', 'not an address'])(
  'refuses %s, and names the variable without its value',
  (value) => {
    const message = 'Cannot use the proxy of https_proxy: expected an http or https address, such as http://proxy.example:8080'
    expect(() => readProxies({ https_proxy: value }, refuse)).toThrow(new Error(message))
  },
)
