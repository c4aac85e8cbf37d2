import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type RequestOptions, request } from 'node:https'
import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { expect, test } from 'vitest'
import { answerTo } from './answer-to.ts'

const manifestPath = '/v1/public/wfhost/manifest'
const headers = { authorization: `Bearer ${sampleKeys.defaultEnvironment}` }
const tls = { cert: pem('cert'), key: pem('key') }

function pem(name: string): string {
  return readFileSync(new URL(`tls/${name}.pem`, import.meta.url), 'utf8')
}

test('with a certificate it is https, for who trusts it, and says so in its addresses', async () => {
  const server = await listen(createMockService(createSampleWorld()), { tls })
  expect(server.url).toBe(`https://127.0.0.1:${server.port}`)
  const { body, status } = await get({ port: server.port, ca: tls.cert })
  expect([status, body]).toEqual([200, expect.stringContaining(`"executeUrl":"${server.url}/v1/public/wfhost/execute"`)])
  await expect(get({ port: server.port })).rejects.toThrow('self-signed certificate')
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
  await answerTo(server.port, 'nonsense\r\n\r\n')
  await answerTo(server.port, 'GET / HTTP/1.1\r\nHost')
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

function get(options: RequestOptions): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', path: manifestPath, headers, ...options }, (answer) => {
      let body = ''
      answer.on('data', (chunk) => {
        body += String(chunk)
      })
      answer.on('end', () => resolve({ status: answer.statusCode, body }))
    })
    asked.on('error', reject).end()
  })
}
