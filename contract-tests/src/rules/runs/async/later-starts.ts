import { runWorkflow } from '../../../requests.ts'
import type { Measurement, Target } from '../../../target/target.ts'
import { measureDuration, type TimedExchange } from '../../../waiting.ts'
import { RuleWarning } from '../../rule.ts'
import { inMs, NOTICEABLE_DELAY_MS, WAITING_SHARE } from './start-timings.ts'

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
