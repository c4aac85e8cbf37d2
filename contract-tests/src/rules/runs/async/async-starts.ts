import { type RunRequest, runWorkflow } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import { listLeaves } from '../../../target/select.ts'
import type { Measurement, Target } from '../../../target/target.ts'
import { measureDuration, type TimedExchange } from '../../../waiting.ts'
import {
  expectOneOfStatuses,
  expectSuccess,
  expectThat,
  isObject,
  requirePreconditionSuccess,
  verifyEach,
} from '../../expectations.ts'
import { PreconditionFailed, type RuleTable, RuleViolation, RuleWarning } from '../../rule.ts'
import { expectStarted } from './run-ids.ts'
import { type StartDelay, StartTimings, WAITING_SHARE } from './start-timings.ts'

/** The rules for the response to an async start: it comes immediately, and refuses the requests that a sync run refuses. */
export const asyncStartRules = {
  'RUN-ASYNC': {
    statement: 'the response to an async start comes immediately, before the workflow ends',
    advice: 'Check whether the request that starts a run waits for the run, or for a queue.',
    check: verifyStartIsImmediate,
  },
  'RUN-ASYNC.failing': {
    statement: 'the response to an async start is the same for a workflow that fails later',
    check: verifyStartOfFailingWorkflow,
  },
  'RUN-ASYNC.refused': {
    statement: 'an async start with an invalid key or a malformed body is refused like a sync run',
    check: verifyInvalidStartsRefused,
  },
} satisfies RuleTable

/** The pauses between measurements, in milliseconds. A busy machine makes responses late, so a later one may be faster. */
const PAUSES_MS = [50, 100, 200, 400, 800]

/**
 * Checks that the response to an async start comes before the workflow ends. Measures how much later it comes than the
 * response to a quick run. A server that waits for the slow workflow is late by its whole duration in every repetition. The
 * rule is blocked if the machine is too busy to distinguish this.
 */
async function verifyStartIsImmediate(target: Target): Promise<void> {
  const timings = new StartTimings(target)
  const exchange = await timings.measureOneStart()
  expectSuccess(exchange)
  expectRunNotEnded(target, exchange)

  for (const pauseMs of PAUSES_MS) {
    if (timings.hasFastStart()) return warnIfFastestStartIsLate(target, timings)
    if (timings.hasOvertakenSyncRuns()) return

    await target.wait(pauseMs, 'a busy machine to have time again')
    await timings.measureStartDuringSyncRun()
  }

  if (timings.hasFastStart()) return warnIfFastestStartIsLate(target, timings)
  if (!timings.hasOvertakenSyncRuns()) judgeDelay(target, timings.summarize(), exchange)
}

/** Fails the rule if the response to a start has the result of the run. */
function expectRunNotEnded({ fixtures }: Target, exchange: Exchange): void {
  const hasResult = listLeaves(exchange.body).some(({ value }) => value === fixtures.slow.result)
  expectThat(!hasResult, { expected: 'a response before the end of the workflow', found: 'the result', exchange })
}

/**
 * Passes, fails or blocks the rule: compares the delay of the fastest start with the delay of a server that waits. Between
 * half of this limit and the limit, or on a noisy machine, the measurement proves nothing.
 */
function judgeDelay(target: Target, delay: StartDelay, exchange: Exchange): void {
  const { delayMs, limitMs, noiseMs } = delay
  target.recordMeasurement(toMeasurement(delay, limitMs))
  const isNoisy = noiseMs > limitMs / 2

  if (!isNoisy && delayMs < limitMs / 2) return
  if (!isNoisy && delayMs >= limitMs) throw new RuleViolation(describeDelay(delay), exchange)
  throw new PreconditionFailed(describeNoise(delay), exchange)
}

/** Describes the fastest start, which may come at most `limitMs` later than a quick run. */
function toMeasurement({ fastestStartMs, quickRunMs, slowRunMs, starts }: StartDelay, limitMs: number): Measurement {
  return {
    title: `the fastest async start of ${starts}`,
    measuredMs: fastestStartMs,
    atMostMs: quickRunMs + limitMs,
    comparedWith: [
      { name: 'a quick run', durationMs: quickRunMs },
      { name: 'the slow workflow', durationMs: slowRunMs },
    ],
  }
}

function describeDelay({ fastestStartMs, limitMs, quickRunMs, slowRunMs, starts }: StartDelay): string {
  const expected = `expected an immediate response, less than ${inMs(limitMs)} later than the response to a quick run, found ${inMs(fastestStartMs)} in the fastest of ${starts} starts`
  return `${expected}: a quick run takes ${inMs(quickRunMs)}, the slow workflow takes ${inMs(slowRunMs)}, and the response to a start comes after the response to an earlier sync run`
}

function describeNoise({ fastestStartMs, limitMs, noiseMs, quickRunMs, quickRuns }: StartDelay): string {
  const found = `${inMs(quickRunMs)} for the fastest of ${quickRuns} quick runs, ${inMs(quickRunMs + noiseMs)} for a typical one, and ${inMs(fastestStartMs)} for the fastest start`
  return `expected a server with enough capacity to measure a wait of ${inMs(limitMs)}, found ${found}`
}

function inMs(durationMs: number): string {
  return `${Math.round(durationMs)} ms`
}

/** A delay that people notice, in milliseconds. */
const NOTICEABLE_DELAY_MS = 100

/** Returns the delay from which a response is not immediate: one that people notice, and a share of a long workflow. */
function noticeableDelayMs(workflow: { readonly durationMs: number }): number {
  return Math.max(NOTICEABLE_DELAY_MS, 0.2 * workflow.durationMs)
}

/** The most starts that are sent in addition if all starts so far were late. */
const MAX_ADDITIONAL_STARTS = 2

/**
 * Warns if even the fastest of the measured async starts has a noticeable delay. The server may wait for the first step of the
 * workflow, for example. A busy machine also makes responses late, so up to two more starts are measured first.
 *
 * It is not a failure, because the source document does not state how fast an immediate response is.
 *
 * @throws {RuleWarning} if the fastest start is late
 */
async function warnIfFastestStartIsLate(target: Target, timings: StartTimings): Promise<void> {
  const { slow } = target.fixtures
  const limitMs = noticeableDelayMs(slow)

  // `timings` already has the starts that the caller measured. The fastest of all starts counts.
  const isFastestLate = () => timings.summarize().delayMs > limitMs
  let lastExchange: Exchange | undefined
  for (let additionalStarts = 0; additionalStarts < MAX_ADDITIONAL_STARTS && isFastestLate(); additionalStarts += 1) {
    lastExchange = await timings.measureOneStart()
  }

  const summary = timings.summarize()
  target.recordMeasurement(toMeasurement(summary, limitMs))
  if (!isFastestLate()) return

  const { delayMs, starts } = summary
  throw new RuleWarning(
    `expected an immediate response, found a delay of ${inMs(delayMs)} in the fastest of ${starts} starts; the workflow takes ${inMs(slow.durationMs)}`,
    lastExchange,
  )
}

/** Checks that the response to an async start has no outcome, also for a workflow that fails later. */
async function verifyStartOfFailingWorkflow(target: Target): Promise<void> {
  const exchange = await runWorkflow(target, { workflow: target.fixtures.failing, mode: 'async' })

  // The response may contain the run, which has no error yet.
  const { error } = isObject(exchange.body) ? exchange.body : {}
  const hasEnded = isObject(error) && 'name' in error
  expectThat(!hasEnded, { expected: 'only a run ID', found: 'the outcome of the run', exchange })
  expectStarted(target, exchange)
}

/** How often late starts are repeated before they are reported. */
const REPETITIONS = 2

/**
 * Warns about a server that runs one workflow at a time: it responds to an async start only after an earlier run has ended.
 *
 * `firstStarts` are async starts of the slow workflow that were sent one after the other. The first one has no earlier run to
 * wait for, so the fastest response shows how fast a start can be, and a much slower response is late. One late response may be
 * an accident, so late starts are repeated. The warning needs a late start in each repetition.
 */
export async function warnIfLaterStartsAreSlow(target: Target, firstStarts: readonly TimedExchange[]): Promise<void> {
  const starts = await repeatLateStarts(target, firstStarts)

  const comparison = compareStarts(target, starts)
  const { delayMs, isLate, slowest } = comparison
  target.recordMeasurement(describeComparison(target, comparison))
  if (!isLate) return

  throw new RuleWarning(
    `expected immediate responses to starts in a row, found a delay of ${inMs(delayMs)} in one of ${starts.length} starts, also after ${REPETITIONS} repetitions`,
    slowest?.exchange,
  )
}

/** Repeats the starts while one of them is late. Returns the last ones, which the report shows. */
async function repeatLateStarts(target: Target, firstStarts: readonly TimedExchange[]): Promise<readonly TimedExchange[]> {
  let starts = firstStarts
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    if (!compareStarts(target, starts).isLate) return starts
    starts = await repeatStarts(target, starts.length)
  }
  return starts
}

/** The fastest and the slowest response to several starts in a row. */
interface StartComparison {
  readonly startsCount: number
  readonly fastestMs: number
  readonly slowestMs: number
  readonly slowest: TimedExchange | undefined
  /** How much later the slowest response comes than the fastest one. */
  readonly delayMs: number
  /** The delay of a server that waits: most of the duration of a run, and at least a delay that people notice. */
  readonly limitMs: number
  readonly isLate: boolean
}

function compareStarts({ fixtures }: Target, starts: readonly TimedExchange[]): StartComparison {
  const durationsMs = starts.map(({ durationMs }) => durationMs)
  const fastestMs = Math.min(...durationsMs)
  const slowestMs = Math.max(...durationsMs)
  const slowest = starts.find(({ durationMs }) => durationMs === slowestMs)

  const delayMs = slowestMs - fastestMs
  const limitMs = Math.max(NOTICEABLE_DELAY_MS, WAITING_SHARE * fixtures.slow.durationMs)
  return { startsCount: starts.length, fastestMs, slowestMs, slowest, delayMs, limitMs, isLate: delayMs >= limitMs }
}

function describeComparison({ fixtures }: Target, { fastestMs, limitMs, slowestMs, startsCount }: StartComparison): Measurement {
  return {
    title: `the slowest of ${startsCount} async starts in a row`,
    measuredMs: slowestMs,
    atMostMs: fastestMs + limitMs,
    comparedWith: [
      { name: 'the fastest start', durationMs: fastestMs },
      { name: 'the slow workflow', durationMs: fixtures.slow.durationMs },
    ],
  }
}

/** Starts the slow workflow several times in a row, once the earlier runs must have ended. */
async function repeatStarts(target: Target, count: number): Promise<readonly TimedExchange[]> {
  const { slow: workflow } = target.fixtures
  await target.wait(count * workflow.durationMs, 'runs in the background to end')

  const starts: TimedExchange[] = []
  while (starts.length < count) {
    starts.push(await measureDuration(runWorkflow(target, { workflow, mode: 'async' })))
  }
  return starts
}

/**
 * Checks that an async start is refused if the same sync run is, since both need a valid key and a published workflow
 * (section 3). Sends each invalid run in both modes.
 */
async function verifyInvalidStartsRefused(target: Target): Promise<void> {
  requirePreconditionSuccess(await runWorkflow(target, { workflow: target.fixtures.slow, mode: 'async' }))

  const invalidRuns = target.isQuick ? listInvalidRuns(target).slice(1, 3) : listInvalidRuns(target)
  await verifyEach(invalidRuns, async ({ createRun, description, statuses }) => {
    const asyncExchange = await runWorkflow(target, createRun('async'))
    const syncExchange = await runWorkflow(target, createRun('sync'))

    // Other checks judge a server that accepts the sync run.
    const isSyncRefused = statuses.includes(syncExchange.status)
    if (isSyncRefused) expectOneOfStatuses(asyncExchange, statuses, `an async start ${description}`)
  })
}

/** A run that a server must refuse in each mode. */
interface InvalidRun {
  /** Continues the words "an async start …". */
  readonly description: string
  /** The statuses with which a server may refuse the run. */
  readonly statuses: readonly number[]
  readonly createRun: (mode: 'sync' | 'async') => RunRequest
}

/**
 * Lists runs that a server must refuse in each mode. Each of them differs in one part from a valid run of the slow workflow. The
 * checks of mode async use the slow workflow, because its run is still in progress when the response comes.
 */
export function listInvalidRuns({ fixtures }: Target): InvalidRun[] {
  const { echo, slow: workflow, unknownFlowId } = fixtures

  return [
    {
      description: 'without a key',
      statuses: [401],
      createRun: (mode) => ({ workflow, mode, authorization: null }),
    },
    {
      description: 'with a wrong key',
      statuses: [401],
      createRun: (mode) => ({ workflow, mode, authorization: `Bearer ${workflow.key}x` }),
    },
    {
      description: `with the key of ${echo.flowId}`,
      statuses: [403],
      createRun: (mode) => ({ workflow, mode, authorization: `Bearer ${echo.key}` }),
    },
    {
      description: 'of an unknown workflow',
      // The key has no access to this workflow either. A server may report either fault: no document states which one it must
      // look for first (requirement CHECK-ORDER).
      statuses: [404, 403],
      createRun: (mode) => ({ workflow: { ...workflow, flowId: unknownFlowId }, mode }),
    },
    {
      description: 'with args that are not an array',
      statuses: [400],
      createRun: (mode) => ({ workflow, body: { args: 'none', mode } }),
    },
  ]
}
