import { pollUntil, type RunCall, runWorkflow, type TimedExchange, timed } from '../calls.ts'
import type { Target } from '../target/target.ts'
import { control, controlSuccess, expectOneOf, expectSuccess, expectThat, inEach, isSuccess } from './expectations.ts'
import { leaves } from './manifest-contents.ts'
import { ControlFailed, type RuleTable, RuleViolation, RuleWarning } from './rule.ts'
import { modes } from './workflow-keys.ts'

export const asyncRunRules = {
  'RUN-ASYNC': {
    statement: 'with mode async the response comes at once, before the workflow has ended',
    lookAt: 'whether the request that starts a run waits for it, or for a queue',
    check: runAsync,
  },
  'RUN-ASYNC.background': {
    statement: 'an async run goes on to its end, once, and no refused request starts one',
    check: runAsyncBackground,
  },
  'RUN-ASYNC.beside-others': {
    statement: 'each of several async runs goes on to its end',
    check: runAsyncBesideOthers,
  },
  'RUN-ASYNC.arguments': {
    statement: 'an async run has the arguments that were sent with its start',
    since: '2026-12',
    lookAt: 'what is handed to whoever runs it in the background: the arguments as they were validated, all of them',
    check: runAsyncArguments,
  },
  'RUN-ASYNC.failing': {
    statement: 'a workflow that fails is started in mode async as any other: how it ends is not known yet',
    check: runAsyncFailing,
  },
  'RUN-ASYNC.refused': {
    statement: 'an async start without a right key, or with a malformed body, is refused as a sync run is',
    check: runAsyncRefused,
  },
  'RUN-ARG-TYPE.not-run': {
    statement: 'what is refused for a missing or mistyped argument is not run either, in each mode',
    since: '2026-12',
    lookAt: 'whether arguments are looked at before the run begins, and not while it goes on',
    check: runArgTypeNotRun,
  },
} satisfies RuleTable

// What waits for the workflow takes all of its time. How long it takes to put a run on record is not shown.
const shareOfDuration = 0.8
// A busy machine makes answers late, and none early, and may be busy for a while.
const pausesMs = [50, 100, 200, 400, 800]
const timesLate = 2
// Two answers that a busy machine gives at the same moment may come in either order once.
const timesEarlier = 2

async function runAsync(target: Target): Promise<void> {
  const workflow = target.fixtures.slow
  const limit = shareOfDuration * workflow.durationMs
  const runQuickly = () => timed(runWorkflow(target, { workflow: target.fixtures.echo }))
  const quick = [(await runQuickly()).tookMs]
  const { exchange, tookMs } = await timed(runWorkflow(target, { workflow, mode: 'async' }))
  expectSuccess(exchange)
  const hasEnded = leaves(exchange.body).some((leaf) => leaf.value === workflow.result)
  expectThat(!hasEnded, { expected: 'an answer before the workflow ended', in: exchange })
  const starts = [tookMs]
  let earlier = 0
  for (const pauseMs of pausesMs) {
    if (Math.min(...starts) < limit) return warnOfLateStart(target, { starts, quick })
    if (earlier === timesEarlier) return
    await target.wait(pauseMs, 'a busy machine to have time again')
    const { isEarlier, startedMs } = await startBesideSync(target)
    earlier += isEarlier ? 1 : 0
    starts.push(startedMs)
    // Of a server that is far away, or does one thing after another, every answer takes long.
    for (const _ of [1, 2]) quick.push((await runQuickly()).tookMs)
  }
  const [soonest, quickest] = [Math.min(...starts), Math.min(...quick)]
  if (earlier === timesEarlier) return
  const usual = quick.toSorted((a, b) => a - b)[Math.floor(quick.length / 2)] ?? 0
  const isCalm = usual - quickest <= limit / 2
  if (isCalm && soonest - quickest < limit / 2) return
  // In between, or where quick runs differ as much, whoever waits looks like somebody busy: neither is shown.
  if (!isCalm || soonest - quickest < limit) {
    const found = `${ms(quickest)} for the quickest of ${quick.length} quick runs, ${ms(usual)} for an ordinary one, and ${ms(soonest)} for the quickest start`
    throw new ControlFailed(`expected a server that is not too busy to tell who waits for ${ms(limit)}, found ${found}`, exchange)
  }
  const others = `a quick run is answered after ${ms(quickest)}, the slow workflow takes ${ms(workflow.durationMs)}, and a start is not answered before a sync run of it that began earlier`
  throw new RuleViolation(
    `expected an answer at once, less than ${ms(limit)} later than that of a quick run, found none in ${starts.length} starts sooner than ${ms(soonest)}: ${others}`,
    exchange,
  )
}

// How much later than another answer is not at once any more: a share of the time of the workflow, and what a person notices.
const lateShare = 0.2
const lateMs = 100

/** Waits for a part of the workflow, such as its first step: no document says how long "at once" may take. */
async function warnOfLateStart(
  target: Target,
  { quick, starts }: { readonly starts: number[]; readonly quick: number[] },
): Promise<void> {
  const { echo, slow } = target.fixtures
  const isLate = (): boolean => Math.min(...starts) - Math.min(...quick) > Math.max(lateMs, lateShare * slow.durationMs)
  let last: TimedExchange | undefined
  // Three starts that are all late are no accident.
  for (let left = 2; left > 0 && isLate(); left -= 1) {
    quick.push((await timed(runWorkflow(target, { workflow: echo }))).tookMs)
    last = await timed(runWorkflow(target, { workflow: slow, mode: 'async' }))
    starts.push(last.tookMs)
  }
  if (!isLate()) return
  const later = ms(Math.min(...starts) - Math.min(...quick))
  throw new RuleWarning(
    `expected an answer at once, found none in ${starts.length} starts sooner than ${later} later than that of a quick run; the workflow takes ${ms(slow.durationMs)}`,
    last?.exchange,
  )
}

function ms(duration: number): string {
  return `${Math.round(duration)} ms`
}

/**
 * Starts the slow workflow half of its time after a sync run of it began. However busy a machine is, an answer that waits for
 * the workflow comes after that of the run that began before: who comes earlier has not waited.
 */
async function startBesideSync(target: Target): Promise<{ readonly isEarlier: boolean; readonly startedMs: number }> {
  const workflow = target.fixtures.slow
  const answered: string[] = []
  const run = async (mode: string): Promise<TimedExchange> => {
    const exchange = await timed(runWorkflow(target, { workflow, mode }))
    answered.push(mode)
    return exchange
  }
  const startLater = async (): Promise<TimedExchange> => {
    await target.wait(workflow.durationMs / 2, 'a sync run to be under way')
    return run('async')
  }
  const [sync, started] = await Promise.all([run('sync'), startLater()])
  const isEarlier = answered[0] === 'async' && isSuccess(sync.exchange) && isSuccess(started.exchange)
  return { isEarlier, startedMs: started.tookMs }
}

async function runAsyncFailing(target: Target): Promise<void> {
  expectSuccess(await runWorkflow(target, { workflow: target.fixtures.failing, mode: 'async' }))
}

const reason = 'runs in the background to end'

/** How many runs have succeeded, once those that were started before have ended. */
export async function countFromRest(
  target: Target,
  workflow: { readonly flowId: string } = target.fixtures.slow,
): Promise<{ readonly ended: () => Promise<number>; readonly before: number }> {
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
  const withinMs = (1 + wrongRuns(target).length) * workflow.durationMs + 2 * target.settleMs
  const succeeded = (await countEnded(target, { ended, count: before + 1, withinMs, isExact: true })) - before
  if (succeeded >= 1 && succeeded <= 1 + accepted) return
  const expected = `expected 1 run of ${workflow.flowId} to end with success in the background, and none of the refused requests to start one`
  throw new RuleViolation(`${expected}, found ${succeeded}`, exchange)
}

/** Waits until so many runs have ended, and where they are counted exactly for one too many, which may end a little later. */
export async function countEnded(
  target: Target,
  on: { readonly ended: () => Promise<number>; readonly count: number; readonly withinMs: number; readonly isExact: boolean },
): Promise<number> {
  const { count, ended, isExact, withinMs } = on
  const found = await pollUntil(target, { ask: ended, isThere: (found) => found >= count, withinMs, reason })
  if (found < count) return found
  target.ended()
  if (!isExact) return found
  await target.settled('runs')
  return ended()
}

async function runAsyncArguments(target: Target): Promise<string> {
  const workflow = target.fixtures.typed
  const args = workflow.validArguments
  controlSuccess(await runWorkflow(target, { workflow, args, mode: 'sync' }))
  const { before, ended } = await countFromRest(target, workflow)
  const exchange = controlSuccess(await runWorkflow(target, { workflow, args, mode: 'async' }))
  await target.settled('runs')
  const isThere = (count: number): boolean => count > before
  const count = await pollUntil(target, { ask: ended, isThere, withinMs: target.settleMs, reason })
  const { required } = workflow
  if (isThere(count)) {
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
  const { before, ended } = await countFromRest(target, workflow)
  const valid = controlSuccess(await runWorkflow(target, { workflow, args: validArguments }))
  let last = valid
  for (const args of wrong) for (const mode of modes) last = control(await runWorkflow(target, { workflow, args, mode }), 400)
  await target.settled('runs')
  const isThere = (count: number): boolean => count > before
  const count = (await pollUntil(target, { ask: ended, isThere, withinMs: target.settleMs, reason })) - before
  if (count === 0) throw new ControlFailed(`expected hooks.endedRuns to count a run of ${workflow.flowId}, found 0`, valid)
  const expected = `expected 1 run of ${workflow.flowId} to end with success, and none of the ${2 * wrong.length} that were refused`
  if (count > 1) throw new RuleViolation(`${expected} with 400, found ${count}`, last)
}

async function runAsyncBesideOthers(target: Target): Promise<void> {
  const workflow = target.fixtures.slow
  const { before, ended } = await countFromRest(target)
  const call = { workflow, mode: 'async' }
  const first = controlSuccess(await runWorkflow(target, call))
  const start = () => timed(runWorkflow(target, call))
  const starts = [await start(), await start(), await start()]
  const others = starts.map(({ exchange }) => exchange)
  for (const other of others) expectSuccess(other)
  const all = 1 + others.length
  // One after the other is a way to run them, too.
  const withinMs = all * workflow.durationMs + target.settleMs
  const ofAll = (await countEnded(target, { ended, count: before + all, withinMs, isExact: false })) - before
  if (ofAll < all) throw new RuleViolation(`expected each of ${all} runs to end with success, found ${ofAll}`, first)
  await warnOfFullQueue(target, starts)
}

/** A start that comes late beside others each time waits for one of them, or for its own run. */
async function warnOfFullQueue(target: Target, starts: readonly TimedExchange[], left = timesLate): Promise<void> {
  const { slow: workflow } = target.fixtures
  const [quickest, ...others] = starts.toSorted((a, b) => a.tookMs - b.tookMs)
  const slowest = others.at(-1)
  if (quickest === undefined || slowest === undefined) return
  const laterMs = slowest.tookMs - quickest.tookMs
  if (laterMs < Math.max(lateMs, shareOfDuration * workflow.durationMs)) return
  const found = `found one of ${starts.length} that was ${ms(laterMs)} later than another, each time`
  if (left === 0) throw new RuleWarning(`expected starts beside others to be answered at once, ${found}`, slowest.exchange)
  const again: TimedExchange[] = []
  for (const _ of [1, 2, 3, 4]) again.push(await timed(runWorkflow(target, { workflow, mode: 'async' })))
  await warnOfFullQueue(target, again, left - 1)
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
