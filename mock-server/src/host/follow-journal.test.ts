import { createMockHost, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { expect, test } from 'vitest'
import { run } from '../../test/call-api.ts'

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

test('a listener receives old and new exchanges, and after a reconnect only the changes', async () => {
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

test('a request whose body names no tool is followed like any other', async () => {
  const host = createMockHost(createSampleWorld)
  // The first two cannot be formatted.
  const names = ['{"toString":1}', '[{"toString":null}]', '["a"]', '{}', '1', 'null', 'true', '"\\ud800"']
  for (const name of names) {
    const body = `{"toolset":${name},"tool":${name}}`
    await host.fetch(new Request(`${origin}/v1/public/wfhost/execute`, { method: 'POST', body }))
  }
  const events = await readEvents(host, { isLast: ({ number }) => number === names.length })
  expect(events.filter(({ name }) => name === 'exchange').map(({ number }) => number)).toEqual(names.map((_, index) => index + 1))
})

test('a listener that returns receives requests that ended meanwhile, and after a reset all requests', async () => {
  const host = createMockHost(createSampleWorld)
  host.service.clock.freeze()
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
  await host.service.clock.advance(1000)
  await slow
  const since = before.at(-1)?.id ?? ''
  expect(
    (await readEvents(host, { isLast: ({ number }) => number === 1, since })).map(({ number, status }) => [number, status]),
  ).toEqual([[1, 401]])
  await host.service.reset()
  expect(await readEvents(host, { isLast: () => true, since })).toMatchObject([{ name: 'cleared' }])
})

test('a server with a reader of its events closes immediately', async () => {
  const host = createMockHost(createSampleWorld)
  const server = await listen(host)
  const response = await fetch(`${server.url}/__mock/events`)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const whole = response.text().catch(() => 'ended')
  await server.close({ gracePeriod: 5000, onCutOff: () => expect.unreachable() })
  expect(await whole).toBe('ended')
})

test('an event contains a summary of an exchange of any size', async () => {
  const host = createMockHost(createSampleWorld)
  const key = sampleKeys.workflows.echo
  await run(host, { flowId: 'echo', key, args: { text: `${key}${'x'.repeat(1_000_000)}` } })
  await host.fetch(new Request(`${origin}/${'long/'.repeat(1000)}?token=secret`))
  const { body } = await host.fetch(new Request(`${origin}/__mock/events`))
  let text = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    if (text.includes('"number":2')) break
  }
  expect(text.length).toBeLessThan(2000)
  expect(text).not.toContain(key)
  expect(text).toContain('"operation":"runPublishedWorkflow"')
  expect(text).not.toContain('secret')
})

test('any number of listeners, also listeners that do not read, never delay a request', async () => {
  const host = createMockHost(createSampleWorld, { maxBytes: 5_000_000 })
  const server = await listen(host, { limits: { unreadTimeout: 60_000 } })
  const leaving = new AbortController()
  const listeners = await Promise.all(
    Array.from({ length: 200 }, () => fetch(`${server.url}/__mock/events`, { signal: leaving.signal })),
  )
  const received = listeners.slice(1).map(() => 0)
  for (const [index, { body }] of listeners.slice(1).entries())
    void countEvents(body, () => {
      received[index] = (received[index] ?? 0) + 1
    })
  const text = 'x'.repeat(200_000)
  const times: number[] = []
  for (let index = 0; index < 30; index += 1) {
    const start = performance.now()
    await run(host, { flowId: 'echo', key: sampleKeys.workflows.echo, args: { text } })
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await expect.poll(() => Math.min(...received)).toBeGreaterThan(10)
  // One call took 13 s when each listener got the whole exchange.
  expect(times.toSorted((one, other) => one - other)[15]).toBeLessThan(100)
  leaving.abort()
  await server.close({ gracePeriod: 100 })
})

async function countEvents(body: Response['body'], count: () => void): Promise<void> {
  try {
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? [])
      for (const _event of chunk.matchAll(/event: exchange/g)) count()
  } catch {
    // The test has ended.
  }
}

test('the events of a world end when the world is removed', async () => {
  const host = createMockHost(createSampleWorld)
  await host.fetch(new Request(`${origin}/__mock/worlds/my-test`, { method: 'PUT' }))
  const { body } = await host.fetch(new Request(`${origin}/__mock/worlds/my-test/events`))

  const reading = new Response(body).text()
  await host.fetch(new Request(`${origin}/__mock/worlds/my-test`, { method: 'DELETE' }))

  expect(await reading).toContain('event: cleared')
})

test('the events of a world continue after a reset', async () => {
  const host = createMockHost(createSampleWorld)
  const reading = readEvents(host, { isLast: ({ number, status }) => number === 1 && status === 401 })

  await host.service.reset()
  await host.fetch(new Request(manifest))

  expect((await reading).at(-1)).toMatchObject({ number: 1, status: 401 })
})
