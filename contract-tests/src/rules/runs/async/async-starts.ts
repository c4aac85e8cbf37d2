import { type RunRequest, runWorkflow } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import { listLeaves } from '../../../target/select.ts'
import type { Measurement, Target } from '../../../target/target.ts'
import { expectOneOfStatuses, expectSuccess, expectThat, isObject, requireSuccess, verifyEach } from '../../expectations.ts'
import { PreconditionError, type RuleTable, RuleViolation, RuleWarning } from '../../rule.ts'
import { expectStarted } from './run-ids.ts'
import { inMs, NOTICEABLE_DELAY_MS, type StartDelay, StartTimings } from './start-timings.ts'

/** The rules for the response to an async start: it comes immediately, and refuses the requests that a sync run refuses. */
export const asyncStartRules = {
  'RUN-ASYNC': {
    statement: 'the response to an async start comes immediately, before the workflow ends',
    warnsOf: 'a start that takes a part of the time of the workflow',
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
  throw new PreconditionError(describeNoise(delay), exchange)
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

/** Returns the delay from which a response is not immediate: one that people notice, and a share of a long workflow. */
function noticeableDelayMs(workflow: { readonly durationMs: number }): number {
  return Math.max(NOTICEABLE_DELAY_MS, 0.2 * workflow.durationMs)
}

/** The most starts that are sent in addition if all starts so far were late. */
const MAX_ADDITIONAL_STARTS = 2

/**
 * Warns if even the fastest of the measured async starts has a noticeable delay. The server may wait for the first step of the
 * workflow, for example. A late start is only a warning, because the source document does not state how fast an immediate
 * response is.
 *
 * @throws {RuleWarning} if the fastest start is late
 */
async function warnIfFastestStartIsLate(target: Target, timings: StartTimings): Promise<void> {
  const { slow } = target.fixtures
  const limitMs = noticeableDelayMs(slow)

  const lastExchange = await measureStartsWhileLate(timings, limitMs)

  const summary = timings.summarize()
  target.recordMeasurement(toMeasurement(summary, limitMs))

  const { delayMs, starts } = summary
  if (delayMs <= limitMs) return
  throw new RuleWarning(
    `expected an immediate response, found a delay of ${inMs(delayMs)} in the fastest of ${starts} starts; the workflow takes ${inMs(slow.durationMs)}`,
    lastExchange,
  )
}

/**
 * Measures up to two more starts while the fastest start so far is late, because a busy machine also makes responses late.
 * Returns the last exchange.
 */
async function measureStartsWhileLate(timings: StartTimings, limitMs: number): Promise<Exchange | undefined> {
  let lastExchange: Exchange | undefined
  for (let starts = 0; starts < MAX_ADDITIONAL_STARTS; starts += 1) {
    if (timings.summarize().delayMs <= limitMs) break
    lastExchange = await timings.measureOneStart()
  }
  return lastExchange
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

/**
 * Checks that an async start is refused if the same sync run is, since both need a valid key and a published workflow
 * (section 3). Sends each invalid run in both modes.
 */
async function verifyInvalidStartsRefused(target: Target): Promise<void> {
  requireSuccess(await runWorkflow(target, { workflow: target.fixtures.slow, mode: 'async' }))

  const invalidRuns = target.isQuick ? listInvalidRuns(target).slice(1, 3) : listInvalidRuns(target)
  await verifyEach(invalidRuns, async ({ createRunRequest, description, expectedStatuses }) => {
    const asyncExchange = await runWorkflow(target, createRunRequest('async'))
    const syncExchange = await runWorkflow(target, createRunRequest('sync'))

    // Other checks judge a server that accepts the sync run.
    const isSyncRefused = expectedStatuses.includes(syncExchange.status)
    if (isSyncRefused) expectOneOfStatuses(asyncExchange, expectedStatuses, `an async start ${description}`)
  })
}

/** A run that a server must refuse in each mode. */
interface InvalidRun {
  /** Continues the words "an async start …". */
  readonly description: string
  /** The statuses with which a server may refuse the run. */
  readonly expectedStatuses: readonly number[]
  readonly createRunRequest: (mode: 'sync' | 'async') => RunRequest
}

/**
 * Lists runs that a server must refuse in each mode. Each of them differs in one part from a valid run of the slow workflow,
 * which the callers also start.
 */
export function listInvalidRuns({ fixtures }: Target): InvalidRun[] {
  const { echo, slow: workflow, unknownFlowId } = fixtures

  return [
    {
      description: 'without a key',
      expectedStatuses: [401],
      createRunRequest: (mode) => ({ workflow, mode, authorization: null }),
    },
    {
      description: 'with a wrong key',
      expectedStatuses: [401],
      createRunRequest: (mode) => ({ workflow, mode, authorization: `Bearer ${workflow.key}x` }),
    },
    {
      description: `with the key of ${echo.flowId}`,
      expectedStatuses: [403],
      createRunRequest: (mode) => ({ workflow, mode, authorization: `Bearer ${echo.key}` }),
    },
    {
      description: 'of an unknown workflow',
      // The key also has no access to this workflow. The documents do not say which of the two errors the server must report
      // (CHECK-ORDER).
      expectedStatuses: [404, 403],
      createRunRequest: (mode) => ({ workflow: { ...workflow, flowId: unknownFlowId }, mode }),
    },
    {
      description: 'with args that are not an array',
      expectedStatuses: [400],
      createRunRequest: (mode) => ({ workflow, body: { args: 'none', mode } }),
    },
  ]
}
