import { describeError, toLine } from '../batch/record-lines.ts'
import type { BatchItem, RecordedOutcome } from '../index.ts'
import { EXIT, exitCode } from './exit-code.ts'
import { findRemedy, messageOf } from './explain-error.ts'
import type { Io } from './io.ts'
import type { InputSource } from './read-inputs.ts'

type Outcome = BatchItem<unknown>['outcome']

/** A batch in figures, as `--json` prints it. */
export interface BatchSummary extends Readonly<Record<Outcome, number>> {
  /** Outcomes of earlier batches, without those of inputs that this one sent again. */
  readonly before: Readonly<Record<Exclude<Outcome, 'refused'>, number>>
  /** Undefined if the number of inputs is unknown. */
  readonly notStarted: number | undefined
  readonly exitCode: number
}

/** Counts what becomes of the inputs of a batch. */
export interface BatchTally {
  /** Counts an outcome, with what was wrong if anything was, and returns how many inputs have settled. */
  readonly add: (item: BatchItem<unknown>, problem: string | undefined) => number
  /** The first input of each outcome other than success, as a sentence. */
  readonly firstProblems: () => readonly { readonly problem: string; readonly sentence: string }[]
  /** @param ending - what ended the batch early */
  readonly summarize: (ending: unknown) => BatchSummary
}

interface TallyOptions {
  /** What became of inputs in earlier batches. */
  readonly before: ReadonlyMap<string, RecordedOutcome>
  /** How many of those are not sent again. */
  readonly skipped: number
  /** Undefined where the inputs come from a pipe. */
  readonly total: number | undefined
}

const WORDS: Readonly<Record<Outcome, string>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  refused: 'was refused',
  unknown: 'may have run',
}

/** Makes the tally of a batch. */
export function createTally({ before, skipped, total }: TallyOptions): BatchTally {
  const counts = { succeeded: 0, failed: 0, refused: 0, unknown: 0 }
  const first = new Map<Outcome, { readonly index: number; readonly problem: string }>()
  const left = new Map(before)
  let settled = skipped
  return {
    add: ({ index, outcome }, problem) => {
      // An input that is refused now may have run before.
      if (outcome !== 'refused') left.delete(String(index))
      if (problem !== undefined && !first.has(outcome)) first.set(outcome, { index, problem })
      counts[outcome] += 1
      settled += 1
      return settled
    },
    firstProblems: () =>
      [...first].map(([outcome, { index, problem }]) => ({
        problem,
        sentence: `input ${index} ${WORDS[outcome]}${counts[outcome] > 1 ? `, the first of ${counts[outcome]}` : ''}: ${problem}`,
      })),
    summarize: (ending) => {
      const earlier = { succeeded: 0, failed: 0, unknown: 0 }
      for (const outcome of left.values()) earlier[outcome === 'started' ? 'unknown' : outcome] += 1
      const { failed, refused, unknown } = counts
      const code =
        unknown + earlier.unknown > 0
          ? EXIT.unknown
          : ending !== undefined
            ? exitCode(ending)
            : refused > 0
              ? EXIT.refused
              : failed + earlier.failed > 0
                ? EXIT.failedRun
                : EXIT.success
      return { ...counts, before: earlier, notStarted: total === undefined ? undefined : total - settled, exitCode: code }
    },
  }
}

interface ReportOptions {
  readonly io: Io
  readonly json: boolean | undefined
  readonly output: string | undefined
  readonly source: InputSource
  /** What ended the batch early. */
  readonly ending: unknown
  /** Inputs that were started and whose outcome could not be written. */
  readonly unrecorded: number
}

/** Prints what became of a batch and what to do next; returns the exit code. */
export function reportBatch(tally: BatchTally, options: ReportOptions): number {
  const { ending, io, json } = options
  const summary = tally.summarize(ending)
  const message = ending === undefined ? undefined : messageOf(ending, 'batch')
  const problems = tally.firstProblems().filter(({ problem }) => problem !== message)
  const remedy = ending === undefined ? undefined : findRemedy(ending, 'batch')
  io.err(`${formatSummary(summary)}\n`)
  for (const text of [...problems.map(({ sentence }) => sentence), message, remedy, ...adviceOn(summary, options)]) {
    if (text) io.err(`wfhost: ${text}\n`)
  }
  if (json) {
    const error = message === undefined ? {} : { error: describeError(ending, message) }
    io.out(toLine({ summary: { ...summary, ...error } }))
  }
  return summary.exitCode
}

function adviceOn(summary: BatchSummary, { ending, io, output, source, unrecorded }: ReportOptions): readonly (string | false)[] {
  const { before, notStarted = 0, refused, unknown } = summary
  const settled = countSettled(summary)
  const early = ending !== undefined || io.stop.aborted
  const resumable = output !== undefined || settled > refused
  const again = output === undefined ? 'with standard output kept in FILE, --output FILE --resume' : 'the same line with --resume'
  return [
    !early && settled + countBefore(summary) + notStarted === 0 && `there is nothing to run in ${source.name}`,
    !early && refused > 0 && source.csv?.columns.size === 0 && 'values of CSV are strings; --column NAME:number types a column',
    unrecorded > 0 && `what became of ${unrecorded} of these is not in ${output}: for --resume, they may have run`,
    resumable && refused > 0 && `${again} tries again what was refused, once that is put right, and goes on with the rest`,
    resumable && refused === 0 && (early || notStarted > 0) && `${again} goes on with what did not run`,
    unknown + before.unknown > 0 && '--resume leaves out what may have run; --retry-unknown sends it again',
  ]
}

function countSettled({ failed, refused, succeeded, unknown }: BatchSummary): number {
  return succeeded + failed + refused + unknown
}

function countBefore({ before }: BatchSummary): number {
  return before.succeeded + before.failed + before.unknown
}

function formatSummary(summary: BatchSummary): string {
  const { before, failed, notStarted, refused, succeeded, unknown } = summary
  const earlier = countBefore(summary)
  return [
    `${succeeded} succeeded, ${failed} failed, ${refused} refused, ${unknown} may have run`,
    ...(earlier > 0 ? [`${earlier} before (${before.failed} failed, ${before.unknown} may have run)`] : []),
    ...(notStarted === undefined ? [] : [`${notStarted} not started`]),
  ].join(', ')
}
