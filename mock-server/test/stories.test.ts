import { createManualClock, createMockService, type MockService } from '@wfhost/mock-server'
import { readWorldFile } from '@wfhost/mock-server/world-file'
import { expect, test } from 'vitest'
import { withSteps } from '../../tools/scripts/run-bodies.ts'
import { run } from './call-api.ts'

function worldFileOf(more: string): string {
  return `workspaces:\n  - id: w\n    workflows:\n      - { flowId: f, key: key-of-f, published: true, ${more} }\n`
}

function createStory(more: string, options: Parameters<typeof createMockService>[1] = {}): MockService {
  return createMockService(readWorldFile(worldFileOf(more)).seed, options)
}

/** Returns the result of a run, or the name of its error. */
async function outcomeOf(service: MockService): Promise<unknown> {
  const { body } = await run(service, { flowId: 'f', key: 'key-of-f' })
  const { error, result } = Object(body)
  return error?.name ?? result
}

async function outcomesOf(service: MockService, runs: number): Promise<unknown[]> {
  const outcomes: unknown[] = []
  for (let index = 0; index < runs; index += 1) outcomes.push(await outcomeOf(service))
  return outcomes
}

const busyTwice = 'sequence: [{ failure: { name: Busy, value: Later }, times: 2 }, { result: done }, { expression: nth * 10 }]'

test('a workflow fails twice, then succeeds, and repeats the last entry of its sequence', async () => {
  const service = createStory(busyTwice)
  expect(await outcomesOf(service, 5)).toEqual(['Busy', 'Busy', 'done', 40, 50])
})

test('a sequence starts again after a reset or an edit of the file, and continues after a restart', async () => {
  const service = createStory(busyTwice)
  await outcomesOf(service, 2)
  expect(await outcomeOf(createStory(busyTwice, { state: service.state() }))).toBe('done')
  await service.reset()
  expect(await outcomesOf(service, 3)).toEqual(['Busy', 'Busy', 'done'])
  service.reload(readWorldFile(worldFileOf(busyTwice)).seed)
  expect(await outcomeOf(service)).toBe('Busy')
})

test('worlds of one file have separate sequences', async () => {
  const { seed } = readWorldFile(worldFileOf(busyTwice))
  const [one, other] = [createMockService(seed), createMockService(seed)]
  await outcomesOf(one, 2)
  expect([await outcomeOf(one), await outcomeOf(other)]).toEqual(['done', 'Busy'])
})

test('a step can have a sequence, and an entry of a sequence can have a delay', async () => {
  const clock = createManualClock(0)
  const steps = '[{ id: pay, sequence: [{ failure: { name: Declined, value: No }, delayMs: 5000 }, { result: paid }] }]'
  const service = createStory(`steps: ${steps}, expression: steps.pay`, { clock })
  const first = run(service, { flowId: 'f', key: 'key-of-f' })
  await clock.advance(5000)
  expect((await first).body).toMatchObject(withSteps({ pay: { status: 'failed', error: { name: 'Declined', value: 'No' } } }))
  expect([await outcomeOf(service), clock.now()]).toEqual(['paid', 5000])
})

test('an implementation in code receives the number of the run', async () => {
  const service = createMockService()
  const key = service.publish({ flowId: 'f' }, (_args, { nth }) => nth, { key: 'key-of-f' })
  expect([key, ...(await outcomesOf(service, 3))]).toEqual(['key-of-f', 1, 2, 3])
})

test.each([
  ['sequence: []', 'workflows[0].sequence: expected at least 1, found []'],
  [
    'sequence: [{ result: 1 }], result: 2',
    'expected one of result, expression, generated, failure, cases, sequence, found result and sequence; keep one',
  ],
  ['sequence: [{ times: 2 }]', 'sequence[0]: expected one of result, expression, generated, failure, found none; add one'],
  ['sequence: [{ result: 1, times: 0 }]', 'sequence[0].times: expected at least 1, found 0'],
  ['sequence: [{ expression: steqs }]', 'sequence[0].expression: unknown name "steqs"; did you mean "steps"?'],
])('reports a wrong sequence with its place and a remedy: %s', (more, message) => {
  expect(() => readWorldFile(worldFileOf(more))).toThrow(message)
})
