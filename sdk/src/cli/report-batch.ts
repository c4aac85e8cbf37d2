import { findRemedy } from './find-remedy.ts'
import type { Io } from './io.ts'
import type { InputSource } from './read-inputs.ts'
import { errorToJson, messageOf } from './show-error.ts'
import type { BatchSummary, BatchTally } from './tally-batch.ts'

interface ReportOptions {
  readonly io: Io
  readonly json: boolean
  readonly output: string | undefined
  readonly source: InputSource
  /** What ended the batch early. */
  readonly ending: unknown
  /** Inputs that were started and whose outcome could not be written. */
  readonly unrecorded: number
}

/** Prints what became of a batch and what to do next; returns the exit code. */
export function reportBatch(tally: BatchTally, options: ReportOptions): number {
  const { io, json, ending } = options
  const summary = tally.summarize(ending)
  const message = ending === undefined ? undefined : messageOf(ending, 'batch')
  const problems = tally.firstProblems().filter(({ problem }) => problem !== message)
  const remedy = ending === undefined ? undefined : findRemedy(ending, 'batch')
  // The first line break ends the bar.
  io.err(`${io.terminal && countSettled(summary) > 0 ? '\n' : ''}${formatSummary(summary)}\n`)
  for (const text of [...problems.map(({ sentence }) => sentence), message, remedy, ...adviceOn(summary, options)]) {
    if (text) io.err(`wfhost: ${text}\n`)
  }
  if (json) {
    const error = message === undefined ? {} : { error: errorToJson(ending, message) }
    io.out(`${JSON.stringify({ summary: { ...summary, ...error } })}\n`)
  }
  return summary.exitCode
}

function adviceOn(summary: BatchSummary, { io, output, source, ending, unrecorded }: ReportOptions): readonly (string | false)[] {
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

function countSettled({ succeeded, failed, refused, unknown }: BatchSummary): number {
  return succeeded + failed + refused + unknown
}

function countBefore({ before }: BatchSummary): number {
  return before.succeeded + before.failed + before.unknown
}

function formatSummary(summary: BatchSummary): string {
  const { succeeded, failed, refused, unknown, before, notStarted } = summary
  const earlier = countBefore(summary)
  return [
    `${succeeded} succeeded, ${failed} failed, ${refused} refused, ${unknown} may have run`,
    ...(earlier > 0 ? [`${earlier} before (${before.failed} failed, ${before.unknown} may have run)`] : []),
    ...(notStarted === undefined ? [] : [`${notStarted} not started`]),
  ].join(', ')
}
