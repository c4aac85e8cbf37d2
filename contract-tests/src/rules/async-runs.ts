import { type RunCall, runWorkflow } from '../calls.ts'
import type { Exchange } from '../target/exchange.ts'
import type { SlowFixture, Target } from '../target/target.ts'
import { control, controlSuccess, expectOneOf, expectStatus, expectSuccess, expectThat } from './expectations.ts'
import { differingLeaves, leaves } from './manifest-contents.ts'
import { type RuleTable, RuleViolation } from './rule.ts'
import { pollUntil, timed } from './waiting.ts'

export const asyncRunRules = {
  'RUN-ASYNC': {
    statement:
      'with mode async the response comes at once with a run ID, and the workflow goes on to its end, beside others too; it needs the same key',
    check: runAsync,
  },
  'RUN-ASYNC-UNIQUE': {
    statement: 'each async run has a run ID of its own',
    check: runAsyncUnique,
  },
} satisfies RuleTable

async function runAsync(target: Target): Promise<void> {
  const workflow = target.fixtures.slow
  const ended = () => target.hooks.endedRuns(workflow.flowId)
  control(await runWorkflow(target, { workflow: target.fixtures.echo }))
  // Runs that were started before may still go on.
  await target.settled('runs')
  const before = await ended()
  const { exchange, tookMs } = await timed(runWorkflow(target, { workflow, mode: 'async' }))
  expectSuccess(exchange)
  const hasEnded = leaves(exchange.body).some((leaf) => leaf.value === workflow.result)
  expectThat(!hasEnded, { expected: 'an answer before the workflow ended', in: exchange })
  expectStarted(exchange)
  await refused(target)
  await startOfFailing(target)
  // A second run of the same request may end a little later.
  await target.settled('runs')
  const reason = 'runs in the background to end'
  const isThere = (count: number) => count > before
  const succeeded = (await pollUntil(target, { ask: ended, isThere, withinMs: target.settleMs, reason })) - before
  if (succeeded !== 1) {
    const expected = 'expected 1 run to end with success in the background, and none of the refused requests to start one'
    throw new RuleViolation(`${expected}, found ${succeeded}`, exchange)
  }
  const start = () => delay(target, { workflow, mode: 'async' })
  const starts = [tookMs, await start(), await start(), await start()]
  // One after the other is a way to run them, too.
  const all = starts.length
  const withinMs = all * workflow.durationMs + target.settleMs
  const ofAll = (await pollUntil(target, { ask: ended, isThere: (count) => count >= before + all, withinMs, reason })) - before
  if (ofAll < all) throw new RuleViolation(`expected each of ${all} runs to end with success, found ${ofAll}`, exchange)
  const quick: number[] = []
  while (quick.length < measurements) quick.push(await delay(target, { workflow: target.fixtures.echo }))
  // What held up one of several at a time may have held up all of them: late ones are looked at again, one by one.
  while (isLate({ starts, quick, workflow }) && starts.length < all + measurements) starts.push(await start())
  expectAtOnce({ starts, quick, workflow, exchange })
}

/** What is not run is not started either: section 3 asks for a valid key and a published workflow. */
async function refused(target: Target): Promise<void> {
  const { echo, slow, unknownFlowId } = target.fixtures
  const call = { workflow: slow, mode: 'async' }
  expectStatus(await runWorkflow(target, { ...call, authorization: null }), 401)
  expectStatus(await runWorkflow(target, { ...call, authorization: `Bearer ${slow.key}x` }), 401)
  expectStatus(await runWorkflow(target, { ...call, authorization: `Bearer ${echo.key}` }), 403)
  // The key is one without access, too: which of two faults counts is not shown (CHECK-ORDER).
  expectOneOf(await runWorkflow(target, { ...call, workflow: { ...slow, flowId: unknownFlowId } }), [404, 403])
  expectStatus(await runWorkflow(target, { workflow: slow, body: { args: 'none', mode: 'async' } }), 400)
}

/** How a run ends is not known when it starts. */
async function startOfFailing(target: Target): Promise<void> {
  const { fixtures } = target
  if (!('failing' in fixtures)) return
  expectStarted(await runWorkflow(target, { workflow: fixtures.failing, mode: 'async' }))
}

function expectStarted(exchange: Exchange): void {
  expectSuccess(exchange)
  const identifies = leaves(exchange.body).some((leaf) => leaf.value !== '')
  expectThat(identifies, { expected: 'a run ID: a string or a number somewhere in the body', in: exchange })
}

const measurements = 3
// What waits for the workflow takes all of its time. How long it takes to put a run on record is not shown.
const shareOfDuration = 0.8

interface Measured {
  readonly starts: readonly number[]
  readonly quick: readonly number[]
  readonly workflow: SlowFixture
}

/** A busy machine makes single answers late. None is early. */
function isLate({ quick, starts, workflow }: Measured): boolean {
  return Math.min(...starts) - Math.min(...quick) >= shareOfDuration * workflow.durationMs
}

function expectAtOnce({ exchange, ...measured }: Measured & { readonly exchange: Exchange }): void {
  if (!isLate(measured)) return
  const { quick, starts, workflow } = measured
  const limit = ms(shareOfDuration * workflow.durationMs)
  const others = `a quick run is answered after ${ms(Math.min(...quick))}, and the slow workflow takes ${ms(workflow.durationMs)}`
  throw new RuleViolation(
    `expected an answer at once, less than ${limit} later than that of a quick run, found none in ${starts.length} starts sooner than ${ms(Math.min(...starts))}: ${others}`,
    exchange,
  )
}

function ms(duration: number): string {
  return `${Math.round(duration)} ms`
}

/** How long the answer to a run takes. */
async function delay(target: Target, call: RunCall): Promise<number> {
  return (await timed(runWorkflow(target, call))).tookMs
}

async function runAsyncUnique(target: Target): Promise<void> {
  const call = { workflow: target.fixtures.slow, mode: 'async' }
  const first = controlSuccess(await runWorkflow(target, call))
  const second = await runWorkflow(target, call)
  expectSuccess(second)
  // A start time in seconds may differ between two runs, and not between three that follow each other closely.
  const third = await runWorkflow(target, call)
  expectSuccess(third)
  const differs = differingLeaves([first.body, second.body, third.body]).length > 0
  expectThat(differs, { expected: 'a run ID: a string or a number that is another one in each of three runs', in: third })
}
