import {
  ConnectionFaultError,
  createManualClock,
  createMockService,
  createSampleWorld,
  type Fault,
  type MockService,
  sampleKeys,
} from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { setupServer } from 'msw/node'
import { afterAll, describe, expect, test } from 'vitest'
import { manifest, run } from './call-api.ts'

const key = sampleKeys.workflows.echo
const path = '/api/v2/external/flows/echo/published-run'
const body = '{"args":[{"name":"text","value":"Hello"}]}'
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }

function sample(options: Parameters<typeof createMockService>[1] = {}): MockService {
  return createMockService(createSampleWorld(), options)
}

interface Shown {
  readonly status?: number
  readonly text?: string | RegExp
  readonly header?: readonly [string, string | null]
  readonly fails?: true
  readonly runs: number
}

/** Every kind, what a client sees of it, and how many workflows ran. */
const seen: readonly (readonly [Fault, Shown])[] = [
  [
    { kind: 'status', status: 503 },
    { status: 503, text: '{"message":"Fault: status 503"}', runs: 0 },
  ],
  [
    { kind: 'latency', latency: { distribution: 'fixed', ms: 5 } },
    { status: 200, text: /success/, runs: 1 },
  ],
  [
    { kind: 'latency', latency: { distribution: 'uniform', minMs: 1, maxMs: 5 } },
    { status: 200, text: /success/, runs: 1 },
  ],
  [
    { kind: 'latency', latency: { distribution: 'lognormal', medianMs: 2, sigma: 0.5 } },
    { status: 200, text: /success/, runs: 1 },
  ],
  [{ kind: 'hang' }, { fails: true, runs: 0 }],
  [{ kind: 'html-502' }, { status: 502, text: /<html>/, header: ['content-type', 'text/html'], runs: 0 }],
  [{ kind: 'wrong-content-type' }, { status: 200, text: /success/, header: ['content-type', 'text/plain'], runs: 1 }],
  [{ kind: 'empty-200' }, { status: 200, text: /^$/, runs: 1 }],
  [{ kind: 'truncated-json' }, { status: 200, text: /^\{"status":"success"[^}]*$/, runs: 1 }],
  [{ kind: 'invalid-json' }, { status: 200, text: /^\{'status'/, runs: 1 }],
  [
    { kind: 'dribbled-body', pieces: 4, everyMs: 2 },
    { status: 200, text: /success.*\}$/, runs: 1 },
  ],
  [{ kind: 'retry-after-missing' }, { status: 429, header: ['retry-after', null], runs: 0 }],
  [{ kind: 'retry-after-malformed' }, { status: 429, header: ['retry-after', 'soon'], runs: 0 }],
  [{ kind: 'retry-after-huge' }, { status: 429, header: ['retry-after', '999999999'], runs: 0 }],
]

/** What needs a socket, and what fetch makes of it. */
const onSockets: readonly (readonly [Fault, Shown])[] = [
  [{ kind: 'reset-before-headers' }, { fails: true, runs: 0 }],
  [{ kind: 'response-lost' }, { fails: true, runs: 1 }],
  [{ kind: 'reset-mid-body' }, { fails: true, runs: 1 }],
  [{ kind: 'empty-reply' }, { fails: true, runs: 0 }],
  [{ kind: 'slow-headers' }, { status: 200, text: /success/, runs: 1 }],
  [{ kind: 'wrong-content-length' }, { fails: true, runs: 1 }],
  [{ kind: 'bad-chunk' }, { fails: true, runs: 1 }],
  [{ kind: 'duplicate-headers' }, { status: 200, header: ['content-type', 'application/json, application/json'], runs: 1 }],
]

const doors = ['core', 'MSW', 'HTTP'] as const
const network = setupServer()
network.listen({ onUnhandledFrame: 'bypass' })
afterAll(() => {
  network.close()
  const kinds = new Set([...seen, ...onSockets].map(([{ kind }]) => kind)).size + 2
  console.log(`faults: ${kinds} kinds, ${seen.length} x ${doors.length} doors and ${onSockets.length} on sockets`)
})

async function through(
  door: (typeof doors)[number],
  service: MockService,
): Promise<{ readonly response: Response; readonly text: string }> {
  const init = { method: 'POST', headers, body, signal: AbortSignal.timeout(400) }
  if (door === 'core') return read(await service.fetch(new Request(`http://mock.test${path}`, init)))
  if (door === 'MSW') {
    network.resetHandlers(createMswHandler(service, { baseUrl: 'http://mock.test' }))
    return read(await fetch(`http://mock.test${path}`, init))
  }
  const server = await listen(service)
  try {
    return await read(await fetch(server.url + path, { ...init, signal: AbortSignal.timeout(2000) }))
  } finally {
    service.stop()
    await server.close()
  }
}

async function read(response: Response): Promise<{ readonly response: Response; readonly text: string }> {
  return { response, text: await response.text() }
}

async function expectShown(
  door: (typeof doors)[number],
  { fault, shown }: { readonly fault: Fault; readonly shown: Shown },
): Promise<void> {
  const service = sample()
  service.addFault(fault)
  const answer = through(door, service)
  if (shown.fails === true) await expect(answer).rejects.toThrow()
  else {
    const { response, text } = await answer
    expect(response.status).toBe(shown.status)
    if (shown.text !== undefined) expect(text).toMatch(shown.text)
    if (shown.header !== undefined) expect(response.headers.get(shown.header[0])).toBe(shown.header[1])
  }
  expect(service.runs()).toHaveLength(shown.runs)
  expect(service.faults()).toMatchObject([{ met: 1 }])
}

describe.each(doors)('through %s', (door) => {
  test.each(seen)('%j shows as what it is', async (...[fault, shown]) => expectShown(door, { fault, shown }))
})

describe('through HTTP', () => {
  test.each(onSockets)('%j shows as what it is', async (...[fault, shown]) => expectShown('HTTP', { fault, shown }))

  test('a header that is too large is not read by the client', async () => {
    const service = sample()
    service.addFault({ kind: 'oversized-header' })
    await expect(through('HTTP', service)).rejects.toThrow()
    expect((await through('core', service)).response.headers.get('x-fault')).toHaveLength(100_000)
  })
})

describe('through core', () => {
  test.each(onSockets)('%j fails with an error that says where it can be done', async ({ kind }) => {
    const service = sample()
    service.addFault({ kind } as Fault)
    const error = await through('core', service).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(ConnectionFaultError)
    expect(error).toMatchObject({ kind, message: `The fault ${kind} can be done by the HTTP door alone` })
  })
})

test('through MSW a fault of the connection says where it can be done', async () => {
  const service = sample()
  service.addFault({ kind: 'bad-chunk' })
  const { response, text } = await through('MSW', service)
  expect(response.status).toBe(500)
  expect(JSON.parse(text)).toMatchObject({ name: 'ConnectionFaultError' })
})

test('a stale key is still accepted while the fault is there', async () => {
  const service = sample()
  service.regenerateKey('echo')
  expect(await run(service, { flowId: 'echo', key })).toMatchObject({ status: 401 })
  const id = service.addFault({ kind: 'stale-key' })
  expect(await run(service, { flowId: 'echo', key })).toMatchObject({ status: 200 })
  expect(await run(service, { flowId: 'echo', key: 'wrong' })).toMatchObject({ status: 401 })
  service.removeFault(id)
  expect(await run(service, { flowId: 'echo', key })).toMatchObject({ status: 401 })
})

async function statuses(service: MockService, requests: number): Promise<number[]> {
  const found: number[] = []
  for (let index = 0; index < requests; index += 1) found.push((await run(service, { flowId: 'echo', key })).status)
  return found
}

test('a fault meets the requests that it selects: by operation, key, nth, count and chance', async () => {
  const service = sample()
  const add = (selection: Partial<Fault>): string => service.addFault({ kind: 'status', status: 503, ...selection } as Fault)
  add({ operation: 'getPublicManifest' })
  expect(await statuses(service, 1)).toEqual([200])
  expect(await manifest(service, { key: sampleKeys.defaultEnvironment })).toMatchObject({ status: 503 })
  service.clearFaults()
  add({ key: 'other' })
  expect(await statuses(service, 1)).toEqual([200])
  service.clearFaults()
  add({ nth: 2 })
  expect(await statuses(service, 4)).toEqual([200, 503, 200, 200])
  service.clearFaults()
  add({ count: 2 })
  expect(await statuses(service, 4)).toEqual([503, 503, 200, 200])
  service.clearFaults()
  add({ probability: 0.5 })
  const drawn = await statuses(service, 200)
  expect(drawn.filter((status) => status === 503).length).toBeGreaterThan(70)
  expect(drawn.filter((status) => status === 200).length).toBeGreaterThan(70)
})

test('chance is seeded: the same script draws the same', async () => {
  async function script(): Promise<number[]> {
    const service = sample()
    service.addFault({ kind: 'status', status: 500, probability: 0.3 })
    return statuses(service, 50)
  }
  expect(await script()).toEqual(await script())
})

test('latency is measured by the clock of the service', async () => {
  const clock = createManualClock(0)
  const service = sample({ clock })
  service.addFault({ kind: 'latency', latency: { distribution: 'fixed', ms: 60_000 } })
  const answer = run(service, { flowId: 'echo', key })
  await clock.advance(59_999)
  expect(service.runs()).toHaveLength(0)
  await clock.advance(1)
  expect(await answer).toMatchObject({ status: 200 })
})

test('a fault that makes no sense is refused', () => {
  const service = sample()
  expect(() => service.addFault({ kind: 'hang', nth: 0 })).toThrow(
    'Cannot add fault hang: expected nth to be a whole number from 1, found 0',
  )
  expect(() => service.addFault({ kind: 'hang', probability: 2 })).toThrow('expected a probability from 0 to 1, found 2')
  expect(() => service.addFault({ kind: 'status', status: 99 })).toThrow('expected a status from 200 to 599, found 99')
  expect(() => service.removeFault('fault_9')).toThrow('Cannot remove fault "fault_9": there is none')
})
