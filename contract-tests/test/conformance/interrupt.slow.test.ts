import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { openFolder, openWorld } from '../for-one-test.ts'

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))

test.each([
  { what: 'a proxy that does not respond', environment: (port: number) => ({ HTTP_PROXY: `http://127.0.0.1:${port}` }) },
  { what: 'a server that does not respond to its TLS handshake', environment: () => ({}) },
])('ends within the time limit before $what', async ({ environment }) => {
  const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo

  const variables = environment(port)
  const baseUrl = 'HTTP_PROXY' in variables ? 'http://behind.the.proxy.test' : `https://127.0.0.1:${port}`
  const folder = await openFolder()
  const config = { baseUrl, product: 'wfhost', allow: ['runs'], fixtures: { echo: { flowId: 'echo', key: 'key-of-echo' } } }
  await writeFile(join(folder, 'target.yaml'), stringify(config))
  const args = ['--conditions=@wfhost/source', cli, 'run', '-c', 'target.yaml', '--only', 'run-ok', '--timeout', '1s']
  const env = { ...process.env, NO_PROXY: '', NODE_USE_ENV_PROXY: '1', ...variables }
  const startedAt = performance.now()
  const [code] = await once(spawn(process.execPath, args, { env, cwd: folder }), 'exit')

  expect(code).toBe(6)
  expect(performance.now() - startedAt).toBeLessThan(8_000)
})

test.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s lifts the limit, writes the reports, and reports the remaining changes', async (signal, expected) => {
  const limits: unknown[] = []
  let resolve = () => {}
  const limited = new Promise<void>((done) => {
    resolve = done
  })
  const world = await openWorld((service) => ({
    ...service,
    setRateLimit: (limit) => {
      limits.push(limit?.requests)
      service.setRateLimit(limit)
    },
    // Requests after the limit get no response, so the check is still running when the signal comes.
    fetch: (request) => {
      if (limits.length === 0) return service.fetch(request)
      resolve()
      return new Promise<never>(() => {})
    },
  }))
  const folder = await openFolder()
  await writeFile(join(folder, 'target.yaml'), stringify(world.config))
  const only = ['--only', 'key-created,limit-429,run-ok']
  const args = ['--conditions=@wfhost/source', cli, 'run', '-c', 'target.yaml', '--output', 'reports', ...only]
  const child = spawn(process.execPath, args, { cwd: folder })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  await limited
  const ended = once(child, 'exit')
  child.kill(signal)
  expect(await ended).toEqual([expected, null])
  expect(output).toContain(`, exit code ${expected}\n`)
  expect(limits.at(-1)).toBe(1_000_000)
  expect(output).toMatch(new RegExp(`The run was interrupted \\(${signal}\\) .*\\n.*\\n.*limit-429, limit-429\\.parallel\\n`))
  expect(output).toContain('Afterwards: workflow publishable was published')
  expect(await readdir(join(folder, 'reports'))).toContain('junit.xml')
  const report = JSON.parse(await readFile(join(folder, 'reports', 'report.json'), 'utf8'))
  expect(report).toMatchObject({ verdict: 'INCOMPLETE' })
})
