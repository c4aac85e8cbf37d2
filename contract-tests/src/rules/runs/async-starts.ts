import { type RunCall, runWorkflow, type TimedExchange, timed } from '../../calls.ts'
import { leaves } from '../../target/select.ts'
import type { Target } from '../../target/target.ts'
import { controlSuccess, expectOneOf, expectSuccess, expectThat, inEach, isObject, isSuccess } from '../expectations.ts'
import { ControlFailed, type RuleTable, RuleViolation, RuleWarning } from '../rule.ts'
import { expectStarted } from './run-ids.ts'

/** How an async start is answered: at once, or with the refusal of a sync run. */
export const asyncStartRules = {
  'RUN-ASYNC': {
    statement: 'with mode async the response comes at once, before the workflow has ended',
    lookAt: 'whether the request that starts a run waits for it, or for a queue',
    check: runAsync,
  },
  'RUN-ASYNC.failing': {
    statement: 'a workflow that fails is started in mode async as any other: how it ends is not known yet',
    check: runAsyncFailing,
  },
  'RUN-ASYNC.refused': {
    statement: 'an async start without a right key, or with a malformed body, is refused as a sync run is',
    check: runAsyncRefused,
  },
} satisfies RuleTable

// What waits for the workflow takes all of its time. How long it takes to put a run on record is not shown.
const shareOfDuration = 0.8
// Where a busy machine makes that too little: a sync run that was seen to take its time leaves little doubt of how long that is.
const shareOfSync = 0.9
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
  const syncs: number[] = []
  const isSooner = (): boolean => {
    const seenMs = syncs.length === 0 ? 0 : Math.min(workflow.durationMs, ...syncs)
    return Math.min(...starts) < Math.max(limit, shareOfSync * seenMs)
  }
  let earlier = 0
  for (const pauseMs of pausesMs) {
    if (isSooner()) return warnOfLateStart(target, { starts, quick })
    if (earlier === timesEarlier) return
    await target.wait(pauseMs, 'a busy machine to have time again')
    const { isEarlier, startedMs, syncMs } = await startBesideSync(target)
    earlier += isEarlier ? 1 : 0
    starts.push(startedMs)
    syncs.push(...syncMs)
    // Of a server that is far away, or does one thing after another, every answer takes long.
    for (const _ of [1, 2]) quick.push((await runQuickly()).tookMs)
  }
  if (isSooner()) return warnOfLateStart(target, { starts, quick })
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

interface StartBesideSync {
  readonly isEarlier: boolean
  readonly startedMs: number
  /** How long the sync run took, if it succeeded. */
  readonly syncMs: readonly number[]
}

/**
 * Starts the slow workflow half of its time after a sync run of it began. However busy a machine is, an answer that waits for
 * the workflow comes after that of the run that began before: who comes earlier has not waited.
 */
async function startBesideSync(target: Target): Promise<StartBesideSync> {
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
  return { isEarlier, startedMs: started.tookMs, syncMs: isSuccess(sync.exchange) ? [sync.tookMs] : [] }
}

async function runAsyncFailing(target: Target): Promise<void> {
  const exchange = await runWorkflow(target, { workflow: target.fixtures.failing, mode: 'async' })
  // The run so far may be told with its ID, and has no error yet.
  const hasEnded = isObject(exchange.body) && isObject(exchange.body['error']) && 'name' in exchange.body['error']
  expectThat(!hasEnded, { expected: 'a run ID, and not how the run ended', in: exchange })
  expectStarted(target, exchange)
}

/** A start that comes late beside others each time waits for one of them, or for its own run; the first of `starts` is alone. */
export async function warnOfFullQueue(target: Target, starts: readonly TimedExchange[], left = timesLate): Promise<void> {
  const { slow: workflow } = target.fixtures
  const [quickest, ...others] = starts.toSorted((a, b) => a.tookMs - b.tookMs)
  const slowest = others.at(-1)
  if (quickest === undefined || slowest === undefined) return
  const laterMs = slowest.tookMs - quickest.tookMs
  if (laterMs < Math.max(lateMs, shareOfDuration * workflow.durationMs)) return
  const found = `found one of ${starts.length} that was ${ms(laterMs)} later than another, each time`
  if (left === 0) throw new RuleWarning(`expected starts beside others to be answered at once, ${found}`, slowest.exchange)
  await target.wait(starts.length * workflow.durationMs, 'runs in the background to end')
  const again: TimedExchange[] = []
  for (const _ of starts) again.push(await timed(runWorkflow(target, { workflow, mode: 'async' })))
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
export function wrongRuns({ fixtures }: Target): WrongRun[] {
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
    { what: 'with args that are no array', statuses: [400], callIn: (mode) => ({ workflow, body: { args: 'none', mode } }) },
  ]
}
