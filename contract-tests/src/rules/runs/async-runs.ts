import { atOnce, countFromRest, modes, type RunCall, runWorkflow, timed, together } from '../../calls.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target } from '../../target/target.ts'
import { control, controlSuccess, expectSuccess, isSuccess } from '../expectations.ts'
import { ControlFailed, type RuleTable, RuleViolation } from '../rule.ts'
import { warnOfFullQueue, wrongRuns } from './async-starts.ts'

/** What becomes of what was started in mode async, or refused: how many runs end with success. */
export const asyncRunRules = {
  'RUN-ASYNC.background': {
    statement: 'an async run goes on to its end, once, and no refused request starts one',
    check: runAsyncBackground,
  },
  'RUN-ASYNC.beside-others': { statement: 'each of several async runs goes on to its end', check: runAsyncBesideOthers },
  'RUN-ASYNC.arguments': {
    statement: 'an async run has the arguments that were sent with its start',
    since: '2026-12',
    lookAt: 'what is handed to whoever runs it in the background: the arguments as they were validated, all of them',
    check: runAsyncArguments,
  },
  'RUN-ARG-TYPE.not-run': {
    statement: 'what is refused for a missing or mistyped argument is not run either, in each mode',
    since: '2026-12',
    lookAt: 'whether arguments are looked at before the run begins, and not while it goes on',
    check: runArgTypeNotRun,
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
} satisfies RuleTable

async function runAsyncBackground(target: Target): Promise<void> {
  const workflow = target.fixtures.slow
  const ended = await countFromRest(target, workflow)
  const exchange = await runWorkflow(target, { workflow, mode: 'async' })
  expectSuccess(exchange)
  let accepted = 0
  for (const { callIn } of wrongRuns(target)) {
    // What should have been refused and was not is for another check, and may run or not.
    if (isSuccess(await runWorkflow(target, callIn('async')))) accepted += 1
  }
  const withinMs = (1 + wrongRuns(target).length) * workflow.durationMs + 2 * target.settleMs
  const succeeded = await ended({ count: 1, withinMs, isExact: true })
  if (succeeded >= 1 && succeeded <= 1 + accepted) return
  const expected = `expected 1 run of ${workflow.flowId} to end with success in the background, and none of the refused requests to start one`
  throw new RuleViolation(`${expected}, found ${succeeded}`, exchange)
}

async function runAsyncArguments(target: Target): Promise<string> {
  const workflow = target.fixtures.typed
  const args = workflow.validArguments
  controlSuccess(await runWorkflow(target, { workflow, args, mode: 'sync' }))
  const ended = await countFromRest(target, workflow)
  const exchange = await runWorkflow(target, { workflow, args, mode: 'async' })
  expectSuccess(exchange)
  const { required } = workflow
  if ((await ended({ count: 1, withinMs: 2 * target.settleMs, isExact: false })) > 0) {
    return `That the run had its arguments shows only where ${workflow.flowId} fails without ${required}; no control can tell, as a request without it is refused.`
  }
  throw new RuleViolation(
    `expected the run of ${workflow.flowId} to end with success in the background, as it does in mode sync with the same arguments, of which ${required} is required, found none that did`,
    exchange,
  )
}

async function runArgTypeNotRun(target: Target): Promise<void> {
  const workflow = target.fixtures.typed
  const { mistyped, required, validArguments } = workflow
  const { [required]: _left, ...rest } = validArguments
  const wrong = [rest, { ...validArguments, [mistyped.name]: mistyped.value }]
  const ended = await countFromRest(target, workflow)
  const valid = controlSuccess(await runWorkflow(target, { workflow, args: validArguments }))
  let last = valid
  for (const args of wrong) for (const mode of modes) last = control(await runWorkflow(target, { workflow, args, mode }), 400)
  const count = await ended({ count: 1, withinMs: 2 * target.settleMs, isExact: true })
  if (count === 0) throw new ControlFailed(`expected hooks.endedRuns to count a run of ${workflow.flowId}, found 0`, valid)
  const expected = `expected 1 run of ${workflow.flowId} to end with success, and none of the ${2 * wrong.length} that were refused`
  if (count > 1) throw new RuleViolation(`${expected} with 400, found ${count}`, last)
}

async function runAsyncBesideOthers(target: Target): Promise<void> {
  const workflow = target.fixtures.slow
  const ended = await countFromRest(target, workflow)
  const call = { workflow, mode: 'async' }
  const start = () => timed(runWorkflow(target, call))
  // Beside the first one is nothing that it could wait for.
  const alone = await start()
  const first = controlSuccess(alone.exchange)
  const starts = [await start(), await start(), await start()]
  const others = starts.map(({ exchange }) => exchange)
  for (const other of others) expectSuccess(other)
  const all = 1 + others.length
  // One after the other is a way to run them, too.
  const withinMs = all * workflow.durationMs + target.settleMs
  const ofAll = await ended({ count: all, withinMs, isExact: false })
  if (ofAll < all) throw new RuleViolation(`expected each of ${all} runs to end with success, found ${ofAll}`, first)
  await warnOfFullQueue(target, [alone, ...starts])
}

async function runAsyncParallel(target: Target): Promise<void> {
  const start = () => together(() => startOf(target))
  await expectEnded(target, { start, isExact: true, what: `${atOnce} async starts at once` })
}

const lostAtMost = 3

/** A server that gives up what lost its connection does so each time, and a busy one is merely late. */
async function runAsyncClosed(target: Target): Promise<void> {
  const start = async () => [await startOf(target, { connection: 'close' })]
  const what = `an async start whose connection was closed, ${lostAtMost} times`
  for (let lost = 1; ; lost += 1) {
    try {
      return await expectEnded(target, { start, isExact: false, what })
    } catch (error) {
      if (!(error instanceof RuleViolation) || lost === lostAtMost) throw error
    }
  }
}

function startOf(target: Target, headers: RunCall['headers'] = {}): Promise<Exchange> {
  return runWorkflow(target, { workflow: target.fixtures.slow, mode: 'async', headers })
}

async function expectEnded(
  target: Target,
  on: { readonly start: () => Promise<readonly Exchange[]>; readonly isExact: boolean; readonly what: string },
): Promise<void> {
  const { isExact, start, what } = on
  const { slow } = target.fixtures
  const ended = await countFromRest(target, slow)
  const answers = await start()
  for (const answer of answers) expectSuccess(answer)
  const count = answers.length
  const withinMs = (isExact ? 2 : 1) * (count * slow.durationMs + target.settleMs)
  const found = await ended({ count, withinMs, isExact })
  if (found === count || (found > count && !isExact)) return
  throw new RuleViolation(`expected ${count} to end with success after ${what}, found ${found}`, answers[0])
}
