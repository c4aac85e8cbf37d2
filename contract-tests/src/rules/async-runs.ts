import { type RunCall, runWorkflow } from '../calls.ts'
import type { Exchange } from '../target/exchange.ts'
import { select } from '../target/select.ts'
import type { SlowFixture, Target } from '../target/target.ts'
import { controlSuccess, expectOneOf, expectSuccess, expectThat, inEach, isSuccess } from './expectations.ts'
import { differingLeaves, leaves } from './manifest-contents.ts'
import { ControlFailed, type RuleTable, RuleViolation } from './rule.ts'
import { pollUntil, timed } from './waiting.ts'

export const asyncRunRules = {
  'RUN-ASYNC': {
    statement: 'with mode async the response comes at once, before the workflow has ended',
    lookAt: 'whether the request that starts a run waits for it, or for a queue',
    check: runAsync,
  },
  'RUN-ASYNC.run-id': {
    statement: 'the answer to an async start carries a run ID',
    check: runAsyncRunId,
  },
  'RUN-ASYNC.background': {
    statement: 'an async run goes on to its end, once, and no refused request starts one',
    check: runAsyncBackground,
  },
  'RUN-ASYNC.beside-others': {
    statement: 'each of several async runs goes on to its end',
    check: runAsyncBesideOthers,
  },
  'RUN-ASYNC.failing': {
    statement: 'a workflow that fails is started in mode async as any other: how it ends is not known yet',
    check: runAsyncFailing,
  },
  'RUN-ASYNC.refused': {
    statement: 'an async start without a right key, or with a malformed body, is refused as a sync run is',
    check: runAsyncRefused,
  },
  'RUN-ASYNC-UNIQUE': {
    statement: 'each async run has a run ID of its own',
    lookAt: 'where the run ID comes from, and whether it is the one of the workflow or of the session',
    check: runAsyncUnique,
  },
} satisfies RuleTable

const measurements = 3
// What waits for the workflow takes all of its time. How long it takes to put a run on record is not shown.
const shareOfDuration = 0.8

async function runAsync(target: Target): Promise<void> {
  const workflow = target.fixtures.slow
  const quick: number[] = []
  while (quick.length < measurements) quick.push(await delay(target, { workflow: target.fixtures.echo }))
  const { exchange, tookMs } = await timed(runWorkflow(target, { workflow, mode: 'async' }))
  expectSuccess(exchange)
  const hasEnded = leaves(exchange.body).some((leaf) => leaf.value === workflow.result)
  expectThat(!hasEnded, { expected: 'an answer before the workflow ended', in: exchange })
  const starts = [tookMs]
  // A busy machine makes single answers late, and none early: late ones are looked at again.
  while (isLate({ starts, quick, workflow }) && starts.length <= measurements) {
    starts.push(await delay(target, { workflow, mode: 'async' }))
  }
  expectAtOnce({ starts, quick, workflow, exchange })
}

interface Measured {
  readonly starts: readonly number[]
  readonly quick: readonly number[]
  readonly workflow: SlowFixture
}

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

async function runAsyncRunId(target: Target): Promise<string | undefined> {
  return expectStarted(target, await runWorkflow(target, { workflow: target.fixtures.slow, mode: 'async' }))
}

async function runAsyncFailing(target: Target): Promise<void> {
  expectSuccess(await runWorkflow(target, { workflow: target.fixtures.failing, mode: 'async' }))
}

/** Fails the rule unless a start is answered with a run ID. Returns what weakens that. */
function expectStarted({ runIdField }: Target, exchange: Exchange): string | undefined {
  expectSuccess(exchange)
  const found = runIdField === undefined ? leaves(exchange.body) : select(exchange.body, runIdField)
  const identifies = found.some(({ value }) => (typeof value === 'string' && value !== '') || typeof value === 'number')
  const place = runIdField === undefined ? 'somewhere in the body' : `at ${runIdField}, which the target claims as runIdField`
  expectThat(identifies, { expected: `a run ID: a string or a number ${place}`, in: exchange })
  return runIdField === undefined ? withoutClaim : undefined
}

const withoutClaim =
  'Any text or number was taken for the run ID. claims: { runIdField: … }, a JSON pointer, says which one it is, and makes the check exact.'

const reason = 'runs in the background to end'

/** How many runs have succeeded, once those that were started before have ended. */
async function countFromRest(target: Target): Promise<{ readonly ended: () => Promise<number>; readonly before: number }> {
  const workflow = target.fixtures.slow
  const ended = () => target.hooks.endedRuns(workflow.flowId)
  await target.settled('runs')
  return { ended, before: await ended() }
}

async function runAsyncBackground(target: Target): Promise<void> {
  const workflow = target.fixtures.slow
  const { before, ended } = await countFromRest(target)
  const exchange = await runWorkflow(target, { workflow, mode: 'async' })
  expectSuccess(exchange)
  let accepted = 0
  for (const { callIn } of wrongRuns(target)) {
    // What should have been refused and was not is for another check, and may run or not.
    if (isSuccess(await runWorkflow(target, callIn('async')))) accepted += 1
  }
  // A second run of the same request may end a little later.
  await target.settled('runs')
  const isThere = (count: number): boolean => count > before
  const succeeded = (await pollUntil(target, { ask: ended, isThere, withinMs: target.settleMs, reason })) - before
  if (succeeded >= 1 && succeeded <= 1 + accepted) return
  const expected = `expected 1 run of ${workflow.flowId} to end with success in the background, and none of the refused requests to start one`
  throw new RuleViolation(`${expected}, found ${succeeded}`, exchange)
}

async function runAsyncBesideOthers(target: Target): Promise<void> {
  const workflow = target.fixtures.slow
  const { before, ended } = await countFromRest(target)
  const call = { workflow, mode: 'async' }
  const first = controlSuccess(await runWorkflow(target, call))
  const others = [await runWorkflow(target, call), await runWorkflow(target, call), await runWorkflow(target, call)]
  for (const other of others) expectSuccess(other)
  const all = 1 + others.length
  // One after the other is a way to run them, too.
  const withinMs = all * workflow.durationMs + target.settleMs
  const ofAll = (await pollUntil(target, { ask: ended, isThere: (count) => count >= before + all, withinMs, reason })) - before
  if (ofAll < all) throw new RuleViolation(`expected each of ${all} runs to end with success, found ${ofAll}`, first)
}

/** What is not run is not started either: section 3 asks for a valid key and a published workflow. */
async function runAsyncRefused(target: Target): Promise<void> {
  controlSuccess(await runWorkflow(target, { workflow: target.fixtures.slow, mode: 'async' }))
  await inEach(wrongRuns(target), async ({ callIn, statuses, what }) => {
    const exchange = await runWorkflow(target, callIn('async'))
    const sync = await runWorkflow(target, callIn('sync'))
    // A server that lets in the same sync run has another defect, which another check finds.
    if (statuses.includes(sync.status)) expectOneOf(exchange, statuses, `an async start ${what}`)
  })
}

interface WrongRun {
  readonly what: string
  readonly statuses: readonly number[]
  readonly callIn: (mode: 'sync' | 'async') => RunCall
}

/** Runs that have to be refused, in whichever mode. */
function wrongRuns({ fixtures }: Target): WrongRun[] {
  const { echo, slow: workflow, unknownFlowId } = fixtures
  return [
    { what: 'without a key', statuses: [401], callIn: (mode) => ({ workflow, mode, authorization: null }) },
    {
      what: 'with a wrong key',
      statuses: [401],
      callIn: (mode) => ({ workflow, mode, authorization: `Bearer ${workflow.key}x` }),
    },
    {
      what: `with the key of ${echo.flowId}`,
      statuses: [403],
      callIn: (mode) => ({ workflow, mode, authorization: `Bearer ${echo.key}` }),
    },
    // The key is one without access, too: which of two faults counts is not shown (CHECK-ORDER).
    {
      what: 'of an unknown workflow',
      statuses: [404, 403],
      callIn: (mode) => ({ workflow: { ...workflow, flowId: unknownFlowId }, mode }),
    },
    {
      what: 'with args that are no array',
      statuses: [400],
      callIn: (mode) => ({ workflow, body: { args: 'none', mode } }),
    },
  ]
}

async function runAsyncUnique(target: Target): Promise<string | undefined> {
  const { runIdField } = target
  const call = { workflow: target.fixtures.slow, mode: 'async' }
  const first = controlSuccess(await runWorkflow(target, call))
  const second = await runWorkflow(target, call)
  expectSuccess(second)
  // A start time in seconds may differ between two runs, and not between three that follow each other closely.
  const third = await runWorkflow(target, call)
  expectSuccess(third)
  const bodies = [first.body, second.body, third.body]
  if (runIdField !== undefined) {
    const ids = bodies.flatMap((body) => select(body, runIdField).map(({ value }) => JSON.stringify(value)))
    const expected = `another run ID at ${runIdField} in each of three starts, found ${ids.join(', ') || 'none'}`
    expectThat(new Set(ids).size === bodies.length, { expected, in: third })
    return undefined
  }
  const differing = differingLeaves(bodies)
  expectThat(differing.length > 0, {
    expected: 'a run ID: a string or a number that is another one in each of three runs',
    in: third,
  })
  const [only] = differing
  if (differing.every(({ value }) => isTime(value))) {
    throw new ControlFailed(
      `${only?.pointer || 'the body'} alone differs from start to start, and it looks like a time: claims: { runIdField: … } says where the run ID is`,
      third,
    )
  }
  return `What differs from start to start was taken for the run ID: ${differing.map(({ pointer }) => pointer || 'the body').join(', ')}. claims: { runIdField: … } says which it is, and makes the check exact.`
}

const aDay = 86_400_000

/** Whether a value may be the time at which a run began: a date, or a number of seconds or less since 1970. */
function isTime(value: string | number): boolean {
  const isNear = (time: number): boolean => Math.abs(time - Date.now()) < aDay
  if (typeof value === 'string' && !/^\d+(\.\d+)?$/.test(value))
    return /\d{4}-\d\d-\d\d|\d\d:\d\d/.test(value) && isNear(Date.parse(value))
  return [1000, 1, 0.001, 0.000_001].some((factor) => isNear(Number(value) * factor))
}
