import { createManualClock, createMockService, type MockService, type WorkflowImplementation } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { succeededRun, withSteps } from '../../tools/scripts/run-bodies.ts'
import { run } from './call-api.ts'

function serviceWith(implementation: WorkflowImplementation, options: Parameters<typeof createMockService>[1] = {}): MockService {
  return createMockService(
    { workspaces: [{ id: 'w', workflows: [{ flowId: 'f', key: 'k', published: true, implementation }] }] },
    options,
  )
}

async function resultOf(implementation: WorkflowImplementation): Promise<unknown> {
  return (await run(serviceWith(implementation), { flowId: 'f', key: 'k' })).body
}

class CardDeclined extends Error {
  override readonly name = 'CardDeclined'
}

test('a failed step fails the run with name, value and traceback (RUN-ERROR, RUN-STEPS-FAILED)', async () => {
  const body = await resultOf(async (_args, { step }) => {
    await step('look-up', () => 1)
    return step('pay', () =>
      step('charge', () => {
        throw new CardDeclined('No money')
      }),
    )
  })
  const error = { name: 'CardDeclined', value: 'No money' }
  expect(body).toEqual({
    status: 'failed',
    error: {
      ...error,
      // With the lines of the implementation, and none of the server.
      traceback: expect.stringMatching(
        /^CardDeclined: No money\n {4}at .*runs\.test\.ts:\d+:\d+\n(?: {4}at .*runs\.test\.ts:\d+:\d+\)?\n)* {4}at step charge\n {4}at step pay\n {4}at workflow f$/,
      ),
    },
    ...withSteps({
      'look-up': { status: 'success', result: 1 },
      charge: { status: 'failed', error },
      pay: { status: 'failed', error },
    }),
  })
})

test('a workflow that catches the failure of a step succeeds', async () => {
  const body = await resultOf(async (_args, { step }) => {
    await step('try', () => Promise.reject(new Error('no'))).catch(() => null)
    return 'anyway'
  })
  expect(body).toMatchObject({ status: 'success', result: 'anyway', ...withSteps({ try: { status: 'failed' } }) })
})

test('a repeated step replaces its outcome', async () => {
  let attempts = 0
  const body = await resultOf(async (_args, { step }) => {
    const attempt = (): Promise<number> =>
      step('try', () => {
        attempts += 1
        if (attempts === 1) throw new Error('not yet')
        return attempts
      })
    return attempt().catch(attempt)
  })
  expect(body).toMatchObject({ status: 'success', ...withSteps({ try: { status: 'success', result: 2 } }) })
})

test.each([
  ['a string', 'plain', { name: 'Error', value: 'plain' }],
  ['an object', { code: 7 }, { name: 'Error', value: '{"code":7}' }],
  ['null', null, { name: 'Error', value: 'null' }],
  ['undefined', undefined, { name: 'Error', value: 'undefined' }],
  ['a bigint', 7n, { name: 'Error', value: '7' }],
  ['an error without a name', Object.assign(new Error('x'), { name: '' }), { name: 'Error', value: 'x' }],
  ['an error-like object', { name: 'Elsewhere', message: 'far' }, { name: 'Elsewhere', value: 'far' }],
  ['a thing that cannot be shown', Object.defineProperty({}, 'name', { get: () => Object.create(null).x.y }), { value: '{}' }],
])('a run fails if its implementation throws %s', async (...[, thrown, error]) => {
  const body = await resultOf(() => {
    throw thrown
  })
  expect(body).toMatchObject({ status: 'failed', error })
})

test('a result that is not JSON fails the run with the place of the value', async () => {
  // A boundary on purpose: the types forbid what is tested.
  const implementation = (() => ({ a: [1n] })) as unknown as WorkflowImplementation
  expect(await resultOf(implementation)).toMatchObject({
    status: 'failed',
    error: { name: 'NotJsonError', value: 'result.a[0]: expected JSON, found a bigint' },
  })
})

test('a missing result is null', async () => {
  const implementation = (() => undefined) as unknown as WorkflowImplementation
  expect(await resultOf(implementation)).toEqual(succeededRun(null))
})

test('changes after a step do not appear in the output of the step', async () => {
  const body = await resultOf(async (_args, { step }) => {
    const list = await step('list', (): number[] => [1])
    list.push(2)
    return list
  })
  expect(body).toMatchObject({ result: [1, 2], ...withSteps({ list: { result: [1] } }) })
})

test('async responds immediately, and the workflow continues until it can be awaited (RUN-ASYNC)', async () => {
  const clock = createManualClock()
  const mock = serviceWith(
    async (_args, { now, sleep }) => {
      await sleep(60_000)
      return now()
    },
    { clock },
  )
  const { body, status } = await run(mock, { flowId: 'f', key: 'k', mode: 'async' })
  expect(status).toBe(200)
  const [{ runId } = { runId: '' }] = mock.runs()
  expect(body).toEqual({ runId })
  expect(mock.getRun(runId)).toEqual({ runId, flowId: 'f', mode: 'async', status: 'running' })
  expect(mock.runs()).toMatchObject([{ runId, status: 'running' }])
  await clock.advance(60_000)
  expect(await mock.waitForRun(runId)).toEqual(succeededRun(clock.now()))
  expect(mock.getRun(runId)).toMatchObject({ status: 'success' })
  expect(mock.runs()).toMatchObject([{ runId, status: 'success' }])
})

test('a failing async run without a waiter does not end the process', async () => {
  const mock = serviceWith(async (_args, { step }) => {
    void step('unawaited', () => Promise.reject(new Error('left behind')))
    throw new Error('failed')
  })
  await run(mock, { flowId: 'f', key: 'k', mode: 'async' })
  await mock.waitForRuns()
  await new Promise((resolve) => setTimeout(resolve))
  expect(mock.runs()).toMatchObject([{ status: 'failed' }])
})

test('reports a run ID that does not exist', async () => {
  const mock = serviceWith(() => null)
  expect(() => mock.getRun('run_x')).toThrow('Cannot get a run: no run has the ID "run_x"')
  await expect(mock.waitForRun('run_x')).rejects.toThrow('Cannot wait for a run: no run has the ID "run_x"')
})

test('forgets ended runs, the oldest first, and keeps runs in progress', async () => {
  const clock = createManualClock()
  let delayMs = 5000
  const mock = serviceWith(async (_args, { sleep }) => sleep(delayMs).then(() => null), { clock, maxRuns: 2 })
  const start = async (): Promise<string> => {
    await run(mock, { flowId: 'f', key: 'k', mode: 'async' })
    return mock.runs().at(-1)?.runId ?? ''
  }
  const remembered = (): readonly string[] => mock.runs().map(({ runId }) => runId)
  const long = [await start(), await start(), await start()]
  delayMs = 1000
  const short = [await start(), await start()]
  expect(remembered()).toEqual([...long, ...short])
  await clock.advance(1000)
  await Promise.all(short.map((runId) => mock.waitForRun(runId).catch(() => {})))
  expect(remembered()).toEqual(long)
  await clock.advance(4000)
  await mock.waitForRuns()
  expect(remembered()).toEqual(long.slice(-2))
})

test('forgets the run that ended first, not the one that started first', async () => {
  const clock = createManualClock()
  const delays = [2000, 1000, 500]
  const mock = serviceWith(async (_args, { sleep }) => sleep(delays.shift() ?? 0).then(() => null), { clock, maxRuns: 2 })
  const start = () => run(mock, { flowId: 'f', key: 'k', mode: 'async' })

  await start()
  await start()
  const [long] = mock.runs()
  await clock.advance(2000)
  await mock.waitForRuns()

  await start()
  await clock.advance(500)
  await mock.waitForRuns()
  expect(mock.runs()).toHaveLength(2)
  expect(mock.runs()[0]?.runId).toBe(long?.runId)
})

test('keeps a run in progress that has the ID of an earlier run', async () => {
  const clock = createManualClock()
  let isSlow = false
  let randomNumber = 0.5
  const implementation: WorkflowImplementation = async (_args, { sleep }) => {
    if (isSlow) await sleep(1000)
    return null
  }
  const mock = serviceWith(implementation, { clock, maxRuns: 1, random: () => randomNumber })
  const start = () => run(mock, { flowId: 'f', key: 'k', mode: 'async' })

  await start()
  await mock.waitForRuns()
  isSlow = true
  await start()
  const [running] = mock.runs()
  expect(running?.status).toBe('running')

  isSlow = false
  randomNumber = 0.7
  await run(mock, { flowId: 'f', key: 'k' })
  expect(mock.runs()).toEqual([running])
})

test('forgets the runs of an earlier process in the order of their ends', async () => {
  const stored = (runId: string, startedAt: number, endedAt: number) => {
    const result = { status: 'success' as const, result: null, stepOutputs: {} }
    return { runId, flowId: 'f', mode: 'async' as const, startedAt, endedAt, result }
  }
  const earlier = serviceWith(() => null).state()
  const state = { ...earlier, runs: [stored('run_long', 1, 9), stored('run_short', 2, 3)] }

  const mock = serviceWith(() => null, { state, maxRuns: 2 })
  await run(mock, { flowId: 'f', key: 'k' })
  expect(mock.runs()).toHaveLength(2)
  expect(mock.runs()[0]?.runId).toBe('run_long')
})

test('a run starts before its steps, so that no step takes longer than its run', async () => {
  let ticks = 0
  const now = (): number => {
    ticks += 1
    return ticks
  }
  const service = serviceWith((_args, context) => context.now(), { clock: { now, sleep: async () => {} } })
  const { body } = await run(service, { flowId: 'f', key: 'k' })
  expect(service.state().runs[0]?.startedAt).toBeLessThan(Object(body).result)
})
