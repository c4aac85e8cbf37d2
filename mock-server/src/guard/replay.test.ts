import { createMockService, createSampleWorld, sampleKeys, toHar } from '@wfhost/mock-server'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { setupServer } from 'msw/node'
import { expect, test } from 'vitest'
import { createGuard } from './create-guard.ts'
import { createReplay } from './replay.ts'

test('replays a journal in the order of its responses, and repeats the last response', async () => {
  const service = createMockService(createSampleWorld())
  service.addFault({ kind: 'status', status: 503, count: 2 })
  const headers = { authorization: `Bearer ${sampleKeys.defaultEnvironment}` }
  const url = 'http://localhost/v1/public/wfhost/manifest'
  for (let sent = 0; sent < 3; sent += 1) await service.fetch(url, { headers })
  const replay = createReplay(JSON.stringify(toHar(service.journal(), 'http://localhost')))
  const statuses: number[] = []
  for (let sent = 0; sent < 4; sent += 1) statuses.push((await replay.fetch(new Request(url, { headers }))).status)
  expect(statuses).toEqual([503, 503, 200, 200])
  const keyless = await replay.fetch(new Request(url))
  expect([keyless.status, await keyless.text()]).toEqual([404, expect.stringContaining('none has this body and such a key')])
})

test('replays the archive of a browser decoded, without framing headers, and without a comparison of keys', async () => {
  const url = 'https://workflows.example/v1/public/wfhost/manifest'
  const packed = [
    { name: ':status', value: '200' },
    { name: 'Content-Encoding', value: 'gzip' },
    { name: 'content-length', value: '7' },
    { name: 'set-cookie', value: 'a=1\nb=2\r' },
    { name: 'x-odd', value: '\u2026' },
  ]
  const content = { encoding: 'base64', text: Buffer.from('{"toolsets":["ä"]}').toString('base64') }
  const request = { method: 'GET', url, headers: [{ name: ':authority', value: 'workflows.example' }] }
  const entries = [
    { request, response: { status: -1, headers: [], content: {} } },
    { request, response: { status: 200, headers: packed, content } },
    { request: { ...request, url: `${url}?late` }, response: { status: 200, headers: [], content: { size: 9 } } },
  ]
  const replay = createReplay(JSON.stringify({ log: { entries } }))
  const headers = { authorization: 'Bearer any' }
  const response = await replay.fetch(new Request(url, { headers }))
  expect([response.status, [...response.headers], await response.json()]).toEqual([
    200,
    [
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ],
    { toolsets: ['ä'] },
  ])
  expect(await (await replay.fetch(new Request(`${url}?late`))).text()).toContain('the recording lacks the body of the response')
})

test('finds an exchange that was recorded without its key by a request with the key', async () => {
  const key = 'a-key-that-is-also-sent'
  const guard = createGuard({ fetch: async () => Response.json({ status: 'success', result: 1, stepOutputs: {} }) })
  const ask = (argument: string): Request =>
    new Request('https://workflows.example/api/v2/external/flows/f/published-run', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ args: [{ name: 'key', value: argument }] }),
    })
  await guard.fetch(ask(key))
  const replay = createReplay(JSON.stringify(toHar(guard.journal(), 'https://workflows.example')))
  expect([(await replay.fetch(ask(key))).status, (await replay.fetch(ask('another'))).status]).toEqual([200, 404])
})

test('a replay fits createMswHandler, as a service does', async () => {
  const service = createMockService(createSampleWorld())
  const headers = { authorization: `Bearer ${sampleKeys.defaultEnvironment}` }
  const url = 'http://localhost/v1/public/wfhost/manifest'
  const recorded = await service.fetch(url, { headers })
  const replay = createReplay(JSON.stringify(toHar(service.journal(), 'http://localhost')))

  const network = setupServer(createMswHandler(replay, { baseUrl: 'http://localhost' }))
  network.listen()
  const replayed = await fetch(url, { headers })
  network.close()

  expect(replayed.status).toBe(200)
  expect(await replayed.json()).toEqual(await recorded.json())
})
