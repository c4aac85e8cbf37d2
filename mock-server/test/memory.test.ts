import {
  createManualClock,
  createMockHost,
  createMockService,
  createSampleWorld,
  sampleKeys,
  toCurl,
  toHar,
} from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { run, sendRequests } from './call-api.ts'

const key = sampleKeys.workflows.echo

function sample(maxBytes: number) {
  return createMockService(createSampleWorld(), { clock: createManualClock(), maxBytes })
}

/** Returns the number of bytes of the runs and requests that a service shows. */
function visibleBytes(service: ReturnType<typeof sample>): number {
  const exchanges = service.journal().map(({ request, response }) => (request.body ?? '') + (response?.body ?? ''))
  const results = service.runs().map(({ result }) => JSON.stringify(result))
  return Buffer.byteLength([...exchanges, ...results].join(''))
}

test.each([
  ['large ones after small ones', [...Array(200).fill(100), 200_000, 200_000, 200_000]],
  ['small ones after large ones', [200_000, 200_000, ...Array(200).fill(100)]],
  ['small and large ones in turn', Array.from({ length: 100 }, (_, index) => (index % 10 === 0 ? 90_000 : 50))],
  ['characters of four bytes', Array(50).fill(-20_000)],
])('remembers runs and requests within one limit in bytes, the newest: %s', async (_, sizes) => {
  const maxBytes = 1_000_000
  const service = sample(maxBytes)
  for (const size of sizes) {
    const text = size < 0 ? '😀'.repeat(-size / 4) : 'x'.repeat(size)
    await run(service, { flowId: 'echo', key, args: { text } })
    expect(visibleBytes(service)).toBeLessThanOrEqual(maxBytes)
  }
  const numbers = service.journal().map(({ number }) => number)
  expect(numbers.at(-1)).toBe(sizes.length)
  expect(numbers).toEqual(Array.from(numbers, (_number, index) => sizes.length - numbers.length + 1 + index))
  expect(service.runs().at(-1)).toMatchObject({ status: 'success', result: { result: { text: expect.any(String) } } })
})

test('forgets the oldest run and the oldest request, and keeps small items next to one large run', async () => {
  const service = sample(300_000)
  for (let index = 0; index < 100; index += 1) await run(service, { flowId: 'echo', key, args: { text: String(index) } })
  await run(service, { flowId: 'echo', key, args: { text: 'x'.repeat(50_000) } })
  const runs = service.runs()
  expect(runs.length).toBeGreaterThan(50)
  expect(runs.at(-2)).toMatchObject({ result: { result: { text: '99' } } })
})

test('counts the steps and the arguments of runs', async () => {
  const step = { id: 'read', result: 'x'.repeat(1000) }
  const workflow = {
    flowId: 'f',
    key: 'k',
    published: true,
    implementation: async (_args: object, context: { step: (id: string, work: () => string) => Promise<string> }) =>
      context.step(step.id, () => step.result),
  }
  const service = createMockService({ workspaces: [{ id: 'w', workflows: [workflow] }] }, { maxBytes: 20_000 })
  for (let index = 0; index < 100; index += 1) await run(service, { flowId: 'f', key: 'k', mode: 'async' })
  await service.waitForRuns()
  expect(service.runs().length).toBeLessThan(11)
})

test('replaces a body that exceeds the limit by a sentence, and keeps the rest', async () => {
  const service = sample(10_000)
  await run(service, { flowId: 'echo', key, args: { text: 'small' } })
  const { body, status } = await run(service, { flowId: 'echo', key, args: { text: 'x'.repeat(20_000) } })
  expect(status).toBe(200)
  expect(body).toMatchObject({ result: { text: 'x'.repeat(20_000) } })
  const sentence = /^Not kept: it has 20\d\d\d bytes, and this world remembers 10000 bytes \(maxBytes\)\.$/
  const [first, second] = service.journal()
  expect(first).toMatchObject({ number: 1, request: { body: expect.stringContaining('small') } })
  expect(second).toMatchObject({
    request: { body: undefined, notKept: expect.stringMatching(sentence) },
    response: { status: 200, body: undefined, notKept: expect.stringMatching(sentence) },
  })
  const [small, large] = service.runs()
  expect(small).toMatchObject({ status: 'success', result: { result: { text: 'small' } }, notKept: undefined })
  expect(large).toMatchObject({ status: 'success', result: undefined, notKept: expect.stringMatching(sentence) })
  await expect(service.waitForRun(large?.runId ?? '')).rejects.toThrow(
    /^Cannot wait for run "run_\w+": its result is not there\. Not kept/,
  )
  expect(() => service.verify()).toThrow(/2\. POST .*echo.*: its body cannot be checked\. Not kept: /)
  if (second === undefined) return expect.unreachable()
  expect(toCurl(second, 'http://localhost')).toMatch(/^curl -X POST .* # The body is missing\. Not kept: /)
  expect(JSON.stringify(toHar([second], 'http://localhost'))).toContain('"comment":"Not kept: it has ')
  expect(service.state().runs).toHaveLength(1)
})

test('sends a result that exceeds the limit to a waiting client, but not to later requests', async () => {
  const clock = createManualClock()
  const service = createMockService({}, { clock, maxBytes: 10_000, assumptions: { statusEndpoint: 'runs' } })
  const apiKey = service.publish({ flowId: 'big' }, (_args, { sleep }) => sleep(1000).then(() => 'x'.repeat(20_000)))
  await run(service, { flowId: 'big', key: apiKey, mode: 'async' })
  const [started] = service.runs()
  const waiting = service.waitForRun(started?.runId ?? '')
  await clock.advance(1000)
  expect((await waiting).status).toBe('success')
  const url = `http://localhost/api/v2/external/flows/big/runs/${started?.runId}`
  const response = await service.fetch(new Request(url, { headers: { authorization: `Bearer ${apiKey}` } }))
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('The run has ended, and its result is not there. Not kept: ')
})

test('cannot send a request again whose body was not kept', async () => {
  const host = createMockHost(createSampleWorld, { maxBytes: 10_000 })
  await run(host, { flowId: 'echo', key, args: { text: 'x'.repeat(20_000) } })
  const inspect = async (name: string, input: object): Promise<unknown> => {
    const url = `http://localhost/__mock/inspect/${name}`
    return (await host.fetch(new Request(url, { method: 'POST', body: JSON.stringify(input) }))).json()
  }
  expect(await inspect('sendAgain', { number: 1 })).toEqual({
    message: expect.stringMatching(/^Cannot send request 1 again: its body is not there\. Not kept: /),
  })
  expect(await inspect('memory', {})).toEqual({
    result: { limitBytes: 10_000, usedBytes: expect.any(Number), runs: 1, requests: 1, forgottenRequests: 0 },
  })
  expect(await inspect('exchange', { number: 1 })).toMatchObject({ result: { number: 1, response: { status: 200 } } })
})

test('releases the bytes of runs and requests that are cleared, forgotten or reset', async () => {
  const service = sample(1_000_000)
  for (let round = 0; round < 5; round += 1) {
    await sendRequests(service)
    await run(service, { flowId: 'echo', key, args: { text: 'x'.repeat(100_000) } })
    service.clearJournal()
    await service.reset()
  }
  // The sizes of all rounds together would not fit.
  for (let index = 0; index < 2; index += 1) await run(service, { flowId: 'echo', key, args: { text: 'x'.repeat(100_000) } })
  expect(service.journal()).toHaveLength(2)
  expect(service.runs()).toHaveLength(2)
})

test('a reset releases the bytes of runs whose IDs a random source has repeated', async () => {
  const clock = createManualClock()
  const service = createMockService(createSampleWorld(), { clock, maxBytes: 1_000_000, random: () => 0.5 })
  const runTwice = async () => {
    for (let index = 0; index < 2; index += 1) await run(service, { flowId: 'echo', key, args: { text: 'x'.repeat(100_000) } })
  }
  for (let round = 0; round < 5; round += 1) {
    await runTwice()
    await service.reset()
  }

  // The sizes of all rounds together would not fit.
  await runTwice()
  expect(service.journal()).toHaveLength(2)
})

test('remembers nothing with a limit of 0, and still runs workflows', async () => {
  const service = sample(0)
  expect((await run(service, { flowId: 'echo', key, args: { text: 'a' } })).body).toMatchObject({ status: 'success' })
  expect(service.journal()).toEqual([])
  expect(service.runs()).toEqual([])
})

test('shows a large text unchanged, with characters of any kind', async () => {
  const text = `${'aé漢😀'.repeat(5000)}\u0000"\\`
  const service = sample(10_000_000)
  await run(service, { flowId: 'echo', key, args: { text } })
  const [entry] = service.journal()
  expect(JSON.parse(entry?.request.body ?? '').args[0].value).toBe(text)
  expect(service.runs()[0]).toMatchObject({ result: { result: { text } } })
})

test('refuses async runs whose arguments exceed the limit together with the runs in progress', async () => {
  const clock = createManualClock()
  const service = createMockService({}, { clock })
  const apiKey = service.publish({ flowId: 'slow' }, (_args, { sleep }) => sleep(1000).then(() => 'slept'))
  const text = 'x'.repeat(18_000_000)
  const start = () => run(service, { flowId: 'slow', key: apiKey, args: { text }, mode: 'async' })

  const statuses = []
  for (let index = 0; index < 6; index += 1) statuses.push((await start()).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect((await start()).body).toEqual({
    message: 'The async runs in progress use all the memory that this world has for them (maxBytes)',
  })

  await clock.advance(1000)
  await service.waitForRuns()
  expect((await start()).status).toBe(200)
})
