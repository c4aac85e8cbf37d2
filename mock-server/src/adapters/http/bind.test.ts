import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { listen } from '../http.ts'
import { ownUrlOf } from './bind.ts'

test.each([
  [{ port: 4555 }, 'http://127.0.0.1:4555'],
  [{ host: '0.0.0.0', port: 80 }, 'http://127.0.0.1:80'],
  [{ host: '::', port: 4010 }, 'http://[::1]:4010'],
  [{ host: '0', port: 80 }, 'http://127.0.0.1:80'],
  [{ host: '0:0::0', port: 80 }, 'http://[::1]:80'],
  [{ host: '10.0.0.0', port: 80 }, 'http://10.0.0.0:80'],
  [{ host: 'localhost', port: 4010, tls: { cert: 'c', key: 'k' } }, 'https://localhost:4010'],
  [{ port: 0 }, 'http://127.0.0.1:0'],
])('a server that listens at %j has the URL %s', (where, url) => {
  expect(ownUrlOf(where)).toBe(url)
})

test('the modules of a world load in a page, which has no process', () => {
  const entries = ['../http.ts', '../../testing/test-world.ts', '../../matchers.ts'].map((file) => import.meta.resolve(file))
  const imports = entries.map((entry) => `await import('${entry}')`)
  const code = `const { log } = console; delete globalThis.process; ${imports.join('; ')}; log('loaded')`
  const options = ['--conditions=@wfhost/source', '--input-type=module', '--eval', code]
  expect(execFileSync(process.execPath, options, { encoding: 'utf8' })).toBe('loaded\n')
})

test.each(['0.0.0.0', '::'])('a server on %s has a URL that this machine can open', async (host) => {
  const server = await listen(async () => new Response('here'), { host })
  expect(new URL(server.url).hostname).toMatch(/^(127\.0\.0\.1|\[::1\])$/)
  expect(await (await fetch(server.url)).text()).toBe('here')
  await server.close()
})
