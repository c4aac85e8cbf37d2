import { type RunCall, runWorkflow } from '../calls.ts'
import type { Exchange } from '../target/exchange.ts'
import type { Target } from '../target/target.ts'
import { countEnded } from './async-runs.ts'
import { atOnce, together } from './concurrency.ts'
import { parameterOf } from './echoes.ts'
import { control, controlSuccess, expectStatus, expectSuccess, expectThat, inEach, isObject } from './expectations.ts'
import { differingLeaves } from './manifest-contents.ts'
import { ControlFailed, type RuleTable, RuleViolation } from './rule.ts'
import { saidBy } from './run-ids.ts'

/** What only runs at the same time show. */
export const concurrentRunRules = {
  'RUN-RESULT.parallel': {
    statement: 'each of several runs at once is answered with its own result',
    lookAt:
      'what runs share: a variable outside of the run, a cache without the arguments in its key, a connection that is used twice',
    check: runResultParallel,
  },
  'RUN-STATUS.parallel': {
    statement: 'a run succeeds or fails as it does alone while others fail or succeed beside it',
    since: '2026-12',
    lookAt: 'where a run keeps how it ended: an error in a variable outside of the run is that of its neighbours, too',
    check: runStatusParallel,
  },
  'RUN-STEPS.parallel': {
    statement: 'each of several runs of different workflows at once has the steps of its own',
    since: '2026-12',
    lookAt: 'where a run collects its steps: in a variable outside of the run those of its neighbours stand, too',
    check: runStepsParallel,
  },
  'RUN-ASYNC.parallel': {
    statement: 'each of several async starts at once runs the workflow once',
    lookAt: 'the queue of runs: two workers that take one entry, or an entry that is lost when another one comes',
    check: runAsyncParallel,
  },
  'RUN-ASYNC.closed': {
    statement: 'an async run goes on when its client closes the connection',
    since: '2026-12',
    lookAt: 'what is cancelled when a connection closes: a run that was answered is not tied to it any more',
    check: runAsyncClosed,
  },
  'RUN-ASYNC-UNIQUE.parallel': {
    statement: 'each of several async starts at once is given a run ID of its own',
    since: '2026-12',
    lookAt: 'how a run ID is made: of the time alone, or of a counter that is read before it is written',
    check: runAsyncUniqueParallel,
  },
} satisfies RuleTable

async function runResultParallel(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = parameterOf(target, 'string')
  const run = async (text: string) => ({ text, exchange: await runWorkflow(target, { workflow, args: { [name]: text } }) })
  control((await run('alone')).exchange)
  await inEach(await together((index) => run(`run ${index + 1}`)), async ({ exchange, text }) => {
    expectStatus(exchange, 200, `one of ${atOnce} runs at once`)
    const { result } = Object(exchange.body)
    const echoed = isObject(result) ? result[name] : undefined
    expectThat(echoed === text, {
      expected: `a result that holds "${text}" of its own run, found ${JSON.stringify(echoed)}`,
      in: exchange,
    })
  })
}

interface Mixed {
  readonly alone: Exchange
  readonly succeeding: readonly Exchange[]
  readonly failing: readonly Exchange[]
}

/** Runs that succeed and runs that fail, at once, after one of each alone. */
async function runMixed(target: Target): Promise<Mixed> {
  const { echo, failing } = target.fixtures
  const alone = control(await runWorkflow(target, { workflow: echo }))
  const fails = await runWorkflow(target, { workflow: failing })
  if (Object(fails.body)['status'] !== 'failed') throw new ControlFailed('expected a run that fails', fails)
  const isEcho = (index: number): boolean => index % 2 === 0
  const answers = await together((index) => runWorkflow(target, { workflow: isEcho(index) ? echo : failing }))
  return {
    alone,
    succeeding: answers.filter((_, index) => isEcho(index)),
    failing: answers.filter((_, index) => !isEcho(index)),
  }
}

async function runStatusParallel(target: Target): Promise<void> {
  const { failing, succeeding } = await runMixed(target)
  const wanted = [
    ...succeeding.map((exchange) => ({ exchange, status: 'success', neighbours: 'fail' })),
    ...failing.map((exchange) => ({ exchange, status: 'failed', neighbours: 'succeed' })),
  ]
  await inEach(wanted, async ({ exchange, neighbours, status }) => {
    const found = JSON.stringify(Object(exchange.body)['status'])
    const expected = `status ${status} beside runs that ${neighbours}, found ${found}`
    expectThat(found === JSON.stringify(status), { expected, in: exchange })
  })
}

async function runStepsParallel(target: Target): Promise<void> {
  const { failedStep } = target.fixtures.failing
  const { alone, failing, succeeding } = await runMixed(target)
  await inEach(failing, async (exchange) => {
    expectThat(hasFailed(exchange, failedStep), { expected: `its own failed step ${failedStep}`, in: exchange })
  })
  // Both workflows may have a step of that name, of which one fails.
  if (hasFailed(alone, failedStep)) return
  await inEach(succeeding, async (exchange) => {
    const expected = `no failed step ${failedStep}, which is of the workflow beside it`
    expectThat(!hasFailed(exchange, failedStep), { expected, in: exchange })
  })
}

function hasFailed({ body }: Exchange, step: string): boolean {
  const { stepOutputs } = Object(body)
  return Object(Object(stepOutputs)[step])['status'] === 'failed'
}

async function runAsyncParallel(target: Target): Promise<void> {
  const last = await started(target, () => together(() => startOf(target), atOnce))
  await expectEnded(target, { ...last, count: atOnce, atMost: atOnce, what: `${atOnce} async starts at once` })
}

/** A server that gives up what lost its connection does so each time, and a busy one is merely late. */
async function runAsyncClosed(target: Target): Promise<void> {
  const what = `an async start whose connection was closed, ${lostAtMost} times`
  for (let lost = 1; ; lost += 1) {
    const last = await started(target, async () => [await startOf(target, { connection: 'close' })])
    const ended = expectEnded(target, { ...last, count: 1, atMost: Number.POSITIVE_INFINITY, what })
    if (lost === lostAtMost) return ended
    const isLost = await ended.then(
      () => false,
      (error: unknown) => {
        if (error instanceof RuleViolation) return true
        throw error
      },
    )
    if (!isLost) return
  }
}

const lostAtMost = 3

function startOf(target: Target, headers: RunCall['headers'] = {}): Promise<Exchange> {
  return runWorkflow(target, { workflow: target.fixtures.slow, mode: 'async', headers })
}

interface Started {
  readonly before: number
  readonly exchange: Exchange
}

/** How many runs had ended before some were started, and the answer to one of them. */
async function started(target: Target, start: () => Promise<readonly Exchange[]>): Promise<Started> {
  await target.settled('runs')
  const before = await target.hooks.endedRuns(target.fixtures.slow.flowId)
  const answers = await start()
  for (const answer of answers) expectSuccess(answer)
  const [exchange] = answers
  if (exchange === undefined) throw new Error('Cannot count runs: none was started')
  return { before, exchange }
}

async function expectEnded(
  target: Target,
  on: Started & { readonly count: number; readonly atMost: number; readonly what: string },
): Promise<void> {
  const { atMost, before, count, exchange, what } = on
  const { durationMs, flowId } = target.fixtures.slow
  const ended = async () => (await target.hooks.endedRuns(flowId)) - before
  const isExact = Number.isFinite(atMost)
  const withinMs = (isExact ? 2 : 1) * (count * durationMs + target.settleMs)
  const found = await countEnded(target, { ended, count, withinMs, isExact })
  if (found >= count && found <= atMost) return
  throw new RuleViolation(`expected ${count} to end with success after ${what}, found ${found}`, exchange)
}

async function runAsyncUniqueParallel(target: Target): Promise<void> {
  controlSuccess(await startOf(target))
  const answers = await together(() => startOf(target))
  for (const answer of answers) expectSuccess(answer)
  const [first] = answers
  if (first === undefined) return
  const differs = differingLeaves(answers.map(saidBy)).length > 0
  expectThat(differs, {
    expected: `a run ID: a string or a number that is another one in each of ${atOnce} starts at once`,
    in: first,
  })
}
