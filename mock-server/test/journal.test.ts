import {
  createManualClock,
  createMockService,
  createSampleWorld,
  type MockService,
  sampleKeys,
  toCurl,
  toHar,
} from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { type MockMatchers, matchers } from '@wfhost/mock-server/matchers'
import { expect, test, vi } from 'vitest'
import { succeededRun } from '../../tools/scripts/run-bodies.ts'
import { sendCurl } from '../../tools/scripts/send-curl.ts'
import { run, sendRequests } from './call-api.ts'

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends MockMatchers<R> {}
}
expect.extend(matchers)

const key = sampleKeys.workflows.echo

function sample(options: Parameters<typeof createMockService>[1] = {}): MockService {
  return createMockService(createSampleWorld(), { clock: createManualClock(), ...options })
}

test('an exchange shows request, response, requirements and assumptions, and the names of keys', async () => {
  const service = sample()
  await run(service, { flowId: 'echo', key, args: { text: `my key is ${key}` } })
  expect(service.journal()).toEqual([
    {
      number: 1,
      at: '2026-01-01T00:00:00.000Z',
      durationMs: 0,
      operation: 'runPublishedWorkflow',
      request: {
        method: 'POST',
        path: '/api/v2/external/flows/echo/published-run',
        headers: { authorization: 'Bearer [key of workflow echo]', 'content-type': 'application/json' },
        body: '{"args":[{"name":"text","value":"my key is [key of workflow echo]"}]}',
      },
      response: {
        status: 200,
        headers: { 'content-type': 'application/json', date: 'Thu, 01 Jan 2026 00:00:00 GMT' },
        body: JSON.stringify(succeededRun({ text: 'my key is [key of workflow echo]' })),
      },
      requirements: expect.arrayContaining(['RUN-ENDPOINT', 'RUN-OK']),
      assumptions: expect.arrayContaining(['CHECK-ORDER', 'RUN-FAILED-HTTP']),
      faults: [],
    },
  ])
})

test('searches for headers that programs set, and refuses other headers', async () => {
  const service = sample()
  await service.fetch(new Request('http://localhost/x', { headers: { 'idempotency-key': 'abc', 'user-agent': 'me' } }))
  expect(service.journal({ headers: { 'Idempotency-Key': 'abc' } })).toHaveLength(1)
  expect(() => service.journal({ headers: { 'user-agent': 'me' } })).toThrow('the journal keeps authorization, content-type')
})

test('the journal contains no keys and no sessions, also no old or unknown ones', async () => {
  const service = sample()
  await sendRequests(service)
  service.regenerateKey('echo')
  const headers = { cookie: `console_session=${sampleKeys.consoleSession}` }
  await service.fetch(new Request('http://mock.test/v1/orgs/acme/wfhost/manifest', { headers }))
  const text = JSON.stringify(service.journal())
  for (const secret of [
    key,
    sampleKeys.workflows.slow,
    sampleKeys.defaultEnvironment,
    sampleKeys.consoleSession,
    'nobody knows',
  ]) {
    expect(text).not.toContain(secret)
  }
  expect(text).toContain('[old key of workflow echo]')
  expect(text).toContain('console_session=[session of acme]')
})

test('the journal contains no credentials of other services: cookies, other schemes, and secrets in queries', async () => {
  const service = sample()
  await service.fetch(
    new Request('http://localhost/elsewhere?q=1&access_token=secret-1&apiKey=secret-2#x', {
      headers: {
        cookie: `sid=secret-3;console_session=secret-4; known=${sampleKeys.consoleSession}; secret-5`,
        authorization: 'secret-6 secret-7',
      },
    }),
  )
  const [exchange] = service.journal()
  expect(JSON.stringify(exchange)).not.toContain('secret-')
  expect(exchange?.request).toMatchObject({
    path: '/elsewhere?q=1&access_token=[unknown]&apiKey=[unknown]',
    headers: {
      cookie: 'sid=[unknown]; console_session=[unknown]; known=[session of acme]; [unknown]',
      authorization: '[unknown]',
    },
  })
})

test('keeps as many exchanges as its limit allows, the newest', async () => {
  const service = sample({ journal: { entries: 3 } })
  for (let index = 0; index < 5; index += 1) await run(service, { flowId: 'echo', key, args: { text: String(index) } })
  expect(service.journal().map(({ number }) => number)).toEqual([3, 4, 5])
  service.clearJournal()
  expect(service.journal()).toEqual([])
})

test('forgets an exchange whose head exceeds the limit of the journal', async () => {
  const service = sample({ maxBytes: 2000 })
  const long = 'x'.repeat(3000)
  await run(service, { flowId: 'echo', key })
  await service.fetch(new Request(`http://mock.test/nothing?${long}`))
  expect(service.journal()).toEqual([])
  await service.fetch(new Request('http://mock.test/nothing', { headers: { authorization: `Bearer ${long}` } }))
  expect(service.journal()).toEqual([])
  await run(service, { flowId: 'echo', key })
  expect(service.journal().map(({ number }) => number)).toEqual([4])
})

test('counts the sent bytes, not characters, and includes the headers of a response', async () => {
  const kept = async (text: string): Promise<number> => {
    const service = sample({ maxRuns: 0, maxBytes: 20_000 })
    for (let index = 0; index < 10; index += 1) await run(service, { flowId: 'echo', key, args: { text } })
    return service.journal().length
  }
  // The text is in the request and in the response.
  expect(await Promise.all(['x', 'é', '漢', '😀'].map((letter) => kept(letter.repeat(1000))))).toEqual([9, 4, 3, 2])
  const service = sample({ maxRuns: 0, maxBytes: 5_000_000 })
  service.addFault({ kind: 'oversized-header' })
  for (let index = 0; index < 60; index += 1) await run(service, { flowId: 'echo', key })
  expect(service.journal().length).toBeLessThan(50)
})

test('toHaveReceived passes for received requests, and otherwise shows the most similar requests', async () => {
  const service = sample()
  await sendRequests(service)
  expect(service).toHaveReceived({ operation: 'runPublishedWorkflow', flowId: 'echo', args: { text: 'Hello' }, status: 200 })
  expect(service).toHaveReceived({ flowId: 'echo' }, 3)
  expect(service).toHaveReceived({ body: { tool: 'count' } })
  expect(service).not.toHaveReceived({ flowId: 'nobody' })
  expect(() => expect(service).toHaveReceived({ flowId: 'echo', args: { text: 'Goodbye' }, status: 200 })).toThrow(
    /found 0 of 7\nNearest:\n {2}1\. POST .*echo.*: args\.text: expected "Goodbye", found "Hello"\n/,
  )
  expect(() => expect(service).not.toHaveReceived({ flowId: 'echo', args: { text: 'Hello' } })).toThrow(
    /not to have received a request like .*, found 1 of 7\nFound:\n {2}1\. POST .*echo\/published-run$/,
  )
  expect(() => expect(service).toHaveReceived({ flowId: 'echo', args: { text: 'Hello' } }, 2)).toThrow(
    /2 requests like .*, found 1 of 7\nFound:\n {2}1\. POST .*\nNearest:\n/,
  )
  expect(() => expect(service).toHaveReceived({ flowId: 'ecko' })).toThrow(
    /found 0 of 7\nNearest:\n {2}1\. POST .*: flowId: expected "ecko", found "echo"\n/,
  )
})

test('the journal contains a request from its arrival on, first without a response', async () => {
  const clock = createManualClock()
  const service = sample({ clock })
  const waiting = service.waitForRequest({ flowId: 'slow' })
  const slow = run(service, { flowId: 'slow', key: sampleKeys.workflows.slow })
  expect(await waiting).toMatchObject({ number: 1, operation: 'runPublishedWorkflow', response: undefined })
  await run(service, { flowId: 'echo', key })
  expect(service).toHaveReceived({ flowId: 'slow' })
  expect(service.journal()).toMatchObject([
    { number: 1, durationMs: undefined, response: undefined },
    { number: 2, durationMs: 0, response: { status: 200 } },
  ])
  expect(toHar(service.journal(), 'http://mock.test')).toHaveProperty('log.entries.0.response.status', 0)
  await clock.advance(60_000)
  await slow
  expect(service.journal()).toMatchObject([{ durationMs: expect.any(Number), response: { status: 200 } }, { number: 2 }])
})

test('a request without a response is in the journal, with the fault that applied to it', async () => {
  const service = sample()
  service.addFault({ kind: 'hang' })
  const giving = new AbortController()
  const url = 'http://mock.test/v1/public/wfhost/manifest'
  const hanging = service.fetch(new Request(url, { signal: giving.signal }))
  expect(await service.waitForRequest({ operation: 'getPublicManifest' })).toMatchObject({ faults: ['hang'] })
  giving.abort()
  await expect(hanging).rejects.toThrow('aborted')
})

test('an exchange that was forgotten while it was in progress stays forgotten, and uses no memory', async () => {
  const clock = createManualClock()
  const service = sample({ clock, maxRuns: 0, maxBytes: 600 })
  const forgotten = run(service, { flowId: 'slow', key: sampleKeys.workflows.slow })
  service.clearJournal()
  const evicted = run(service, { flowId: 'slow', key: sampleKeys.workflows.slow })
  for (let index = 0; index < 5; index += 1) await run(service, { flowId: 'echo', key })
  const kept = service.journal().map(({ number }) => number)
  expect(kept.at(-1)).toBe(7)
  expect(kept).not.toContain(2)
  await clock.advance(60_000)
  await Promise.all([forgotten, evicted])
  expect(service.journal().map(({ number }) => number)).toEqual(kept)
})

test('exports a body with a zero byte as a curl command that sends the same bytes', async () => {
  const service = sample()
  const body = '{"args":[],"mode":"sync"}\0'
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const path = '/api/v2/external/flows/echo/published-run'
  const sent = await service.fetch(new Request(`http://localhost${path}`, { method: 'POST', headers, body }))
  const [entry] = service.journal()
  if (entry === undefined) throw new Error('expected an entry')

  const server = await listen(service)
  const command = toCurl(entry, server.url).replace('"$KEY_OF_WORKFLOW_ECHO"', key)
  expect(command).not.toContain('\0')
  expect(await sendCurl(`${command} -s`)).toBe(await sent.text())
  expect(service.journal().at(-1)?.request.body).toBe(body)
  await server.close()
})

test('exports an exchange as a working curl command, and as HAR', async () => {
  const service = sample()
  await run(service, { flowId: 'echo', key, args: { text: "it's" } })
  const [entry] = service.journal()
  if (entry === undefined) throw new Error('expected an entry')
  const server = await listen(service)
  const command = toCurl(entry, server.url).replace('"$KEY_OF_WORKFLOW_ECHO"', key)
  expect(JSON.parse(await sendCurl(`${command} -s`))).toMatchObject({ result: { text: "it's" } })
  await server.close()
  expect(toHar([entry], 'http://mock.test')).toMatchObject({
    log: {
      version: '1.2',
      entries: [{ request: { method: 'POST', postData: { mimeType: 'application/json' } }, response: { status: 200 } }],
    },
  })
})

test('waitForRequest resolves with the first request that matches, past or future', async () => {
  const service = sample()
  const waiting = service.waitForRequest({ operation: 'executeTool' })
  const responded = service.waitForRequest({ operation: 'executeTool', status: 200 })
  await sendRequests(service)
  expect(await waiting).toMatchObject({ number: 6, operation: 'executeTool', response: undefined })
  expect(await responded).toMatchObject({ number: 6, response: { status: 200 } })
  expect(await service.waitForRequest({ flowId: 'slow' })).toMatchObject({ number: 4 })
  await expect(service.waitForRequest({ flowId: 'never' }, { signal: AbortSignal.timeout(10) })).rejects.toThrow('timeout')
})

test('waitForRequest rejects after its timeout with the most similar requests, also with faked timers', async () => {
  vi.useFakeTimers()
  const service = sample()
  const pattern = { flowId: /^never/ }
  const message = 'Cannot wait longer: no request like {"flowId":"/^never/"} arrived within 5 ms\n'
  await expect(service.waitForRequest(pattern, { timeout: 5 })).rejects.toThrow(`${message}No request has arrived at all`)
  vi.useRealTimers()
  await run(service, { flowId: 'echo', key })
  await expect(service.waitForRequest(pattern, { timeout: 5 })).rejects.toThrow(
    `${message}Nearest:\n  1. POST /api/v2/external/flows/echo/published-run: flowId: expected /^never/, found "echo"`,
  )
})
