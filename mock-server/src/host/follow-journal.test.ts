import { createMockHost, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { expect, test } from 'vitest'

interface Event {
  readonly id: string
  readonly name: string
  readonly number: unknown
  readonly status: unknown
}

/** Reads events until one of them is the last that is wanted, and leaves. */
async function readEvents(
  host: { readonly fetch: (request: Request) => Promise<Response> },
  { isLast, since = '' }: { readonly isLast: (event: Event) => boolean; readonly since?: string },
): Promise<Event[]> {
  const headers = since === '' ? {} : { 'last-event-id': since }
  const { body } = await host.fetch(new Request(`${origin}/__mock/events`, { headers }))
  const events: Event[] = []
  let text = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop() ?? ''
    events.push(...blocks.flatMap(readEvent))
    if (events.some(isLast)) break
  }
  return events
}

function readEvent(block: string): Event[] {
  const { data = '{}', event, id = '' } = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)))
  const { number, response } = JSON.parse(data)
  return event === undefined ? [] : [{ id, name: event, number, status: response?.status }]
}

const origin = 'http://localhost'
const manifest = `${origin}/v1/public/wfhost/manifest`

test('a listener gets what was there, what comes, and after a return only what has changed meanwhile', async () => {
  const host = createMockHost(createSampleWorld)
  await host.fetch(new Request(manifest))
  const reading = readEvents(host, { isLast: ({ status }) => status === 200 })
  await host.fetch(new Request(manifest, { headers: { authorization: `Bearer ${sampleKeys.defaultEnvironment}` } }))
  const first = await reading
  expect(first.map(({ name, number, status }) => [name, number, status]).slice(0, 2)).toEqual([
    ['cleared', undefined, undefined],
    ['exchange', 1, 401],
  ])
  expect(first.at(-1)).toMatchObject({ number: 2, status: 200 })
  await host.fetch(new Request(manifest))
  const since = first.at(-1)?.id ?? ''
  expect(await readEvents(host, { isLast: ({ number }) => number === 3, since })).toMatchObject([
    { name: 'exchange', number: 3, status: 401 },
  ])
})

test('a request that was in progress when the listener left is sent when it has ended, and after a reset everything is', async () => {
  const host = createMockHost(createSampleWorld)
  host.service.freezeClock()
  host.service.addFault({ kind: 'latency', latency: { distribution: 'fixed', ms: 1000 } })
  const slow = host.fetch(new Request(manifest))
  await host.service.waitForRequest({ operation: 'getPublicManifest' })
  host.service.clearFaults()
  await host.fetch(new Request(manifest))
  const before = await readEvents(host, { isLast: ({ status }) => status === 401 })
  expect(before.map(({ number, status }) => [number, status])).toEqual([
    [undefined, undefined],
    [1, undefined],
    [2, 401],
  ])
  await host.service.advanceClock(1000)
  await slow
  const since = before.at(-1)?.id ?? ''
  expect(
    (await readEvents(host, { isLast: ({ number }) => number === 1, since })).map(({ number, status }) => [number, status]),
  ).toEqual([[1, 401]])
  await host.service.reset()
  expect(await readEvents(host, { isLast: () => true, since })).toMatchObject([{ name: 'cleared' }])
})

test('a server with a reader closes at once', async () => {
  const host = createMockHost(createSampleWorld)
  const server = await listen(host)
  const response = await fetch(`${server.url}/__mock/events`)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const whole = response.text().catch(() => 'ended')
  await server.close({ graceMs: 5000, onCutOff: () => expect.unreachable() })
  expect(await whole).toBe('ended')
})
