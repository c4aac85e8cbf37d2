import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { type RequestOptions, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { afterAll, expect, test } from 'vitest'

const manifestPath = '/v1/public/wfhost/manifest'
const headers = { authorization: `Bearer ${sampleKeys.defaultEnvironment}` }
const tls = { cert: pem('cert'), key: pem('key') }
const folder = await mkdtemp(join(tmpdir(), 'listening-'))

function pem(name: string): string {
  return readFileSync(new URL(`tls/${name}.pem`, import.meta.url), 'utf8')
}

afterAll(() => rm(folder, { recursive: true }))

test('a unix socket serves, is for its user alone, and is gone when the server closes', async () => {
  const socket = join(folder, 'served.sock')
  const server = await listen(createMockService(createSampleWorld()), { socket })
  expect([server.url, server.port]).toEqual(['http://localhost', 0])
  expect((await stat(socket)).mode & 0o777).toBe(0o600)
  const { body, status } = await get(request, { socketPath: socket })
  expect([status, body]).toEqual([200, expect.stringContaining('"executeUrl":"http://localhost/v1/public/wfhost/execute"')])
  await server.close()
  await expect(stat(socket)).rejects.toThrow('ENOENT')
})

test('a socket that a killed server left is replaced, but neither one that a server uses nor another file', async () => {
  const stale = join(folder, 'stale.sock')
  await leaveStale(stale)
  const first = await listen(createMockService(), { socket: stale })
  await expect(listen(createMockService(), { socket: stale })).rejects.toThrow(
    `Cannot listen on ${stale}: another server listens there`,
  )
  expect((await get(request, { socketPath: stale })).status).toBe(401)
  await first.close()
  const file = join(folder, 'notes.txt')
  await writeFile(file, 'mine')
  await expect(listen(createMockService(), { socket: file })).rejects.toThrow(
    `Cannot listen on ${file}: it exists and is not a socket`,
  )
  expect((await stat(file)).size).toBe(4)
  const nowhere = join(folder, 'none', 'a.sock')
  await expect(listen(createMockService(), { socket: nowhere })).rejects.toThrow('its folder does not exist')
  const long = join(folder, 'x'.repeat(107))
  await expect(listen(createMockService(), { socket: long })).rejects.toThrow('the path of a socket may have ')
})

test('with a certificate it is https, for who trusts it, and says so in its addresses', async () => {
  const server = await listen(createMockService(createSampleWorld()), { tls })
  expect(server.url).toBe(`https://127.0.0.1:${server.port}`)
  const { body, status } = await get(secureRequest, { port: server.port, ca: tls.cert })
  expect([status, body]).toEqual([200, expect.stringContaining(`"executeUrl":"${server.url}/v1/public/wfhost/execute"`)])
  await expect(get(secureRequest, { port: server.port })).rejects.toThrow('self-signed certificate')
  await server.close()
})

test('a certificate that is none, or of another key, is one clear line', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const otherKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  for (const wrong of [
    { ...tls, cert: 'none' },
    { ...tls, key: otherKey },
  ]) {
    await expect(listen(createMockService(), { tls: wrong })).rejects.toThrow(/^Cannot listen with TLS: .+$/)
  }
})

test('every request that is not let in is told, with its status and reason', async () => {
  const told: string[] = []
  const limits = { headerBytes: 2048, urlCharacters: 500, bodyBytes: 100, requestMs: 200 }
  const server = await listen(createMockService(), {
    limits,
    onRefusal: ({ reason, status }) => told.push(`${status} ${reason}`),
  })
  await fetch(`${server.url}/${'x'.repeat(600)}`)
  await fetch(server.url, { headers: { 'x-large': 'x'.repeat(3000) } })
  await fetch(server.url, { method: 'POST', body: 'x'.repeat(101) })
  await raw(server.port, 'nonsense\r\n\r\n')
  await raw(server.port, 'GET / HTTP/1.1\r\nHost')
  expect(told).toEqual([
    '414 The target is too long',
    '431 The headers are too large',
    '413 The body is too large',
    '400 The request is not HTTP',
    '408 The request was not complete in time',
  ])
  await server.close()
})

interface Got {
  readonly status: number | undefined
  readonly body: string
}

function get(by: typeof request | typeof secureRequest, options: RequestOptions & { readonly ca?: string }): Promise<Got> {
  const host = options.socketPath === undefined ? '127.0.0.1' : 'localhost'
  return new Promise((resolve, reject) => {
    const asked = by({ host, path: manifestPath, headers, ...options }, (answer) => {
      let body = ''
      answer.on('data', (chunk) => {
        body += String(chunk)
      })
      answer.on('end', () => resolve({ status: answer.statusCode, body }))
    })
    asked.on('error', reject).end()
  })
}

function raw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = connect(port, '127.0.0.1', () => asked.write(bytes))
    let text = ''
    asked.on('data', (chunk) => {
      text += String(chunk)
    })
    asked.on('error', reject).on('close', () => resolve(text))
  })
}

/** A process that is killed leaves its socket behind; here a server that is not told to take it away. */
async function leaveStale(path: string): Promise<void> {
  const code = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
  try {
    execFileSync(process.execPath, ['--eval', code])
  } catch {
    // It was killed, as it should.
  }
  expect((await stat(path)).isSocket()).toBe(true)
}
