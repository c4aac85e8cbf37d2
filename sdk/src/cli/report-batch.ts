import { describeError, toLine } from '../batch-file/record-lines.ts'
import type { BatchItem, RecordedOutcome } from '../index.ts'
import { EXIT, exitCode, findRemedies, messageOf } from './explain-error.ts'
import type { Io } from './io.ts'
import type { InputSource } from './read-inputs.ts'

type Outcome = BatchItem<unknown>['outcome']
type Counts = Readonly<Record<Outcome, number>>

/** A batch in figures, as `--json` prints it. */
export interface BatchSummary extends Counts {
  /** Outcomes of earlier batches, without those of inputs that this one sent again. */
  readonly before: Omit<Counts, 'refused'>
  /** Undefined if the number of inputs is unknown. */
  readonly notStarted: number | undefined
  readonly exitCode: number
}

export interface BatchEnd {
  readonly counts: Counts
  /** What the store knows of all inputs now. */
  readonly recorded: ReadonlyMap<string, RecordedOutcome>
  /** The first input of each outcome other than success, and what was wrong. */
  readonly problems: ReadonlyMap<Outcome, { readonly index: number; readonly problem: string }>
  /** Undefined where the inputs come from a pipe. */
  readonly total: number | undefined
  readonly ending: unknown
  /** Inputs that were started and whose outcome could not be written. */
  readonly unrecorded: number
  readonly source: InputSource
  readonly output: string | undefined
}

const WORDS: Readonly<Record<Outcome, string>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  refused: 'was refused',
  unknown: 'may have run',
}

/** Prints what became of a batch and what to do next; returns the exit code. */
export function reportBatch(end: BatchEnd, { io, json }: { readonly io: Io; readonly json: boolean | undefined }): number {
  const { counts, ending, problems } = end
  const summary = summarize(end)
  const message = ending === undefined ? undefined : messageOf(ending, 'batch')
  const sentences = [...problems].map(([outcome, { index, problem }]) => {
    const more = counts[outcome] > 1 ? `, the first of ${counts[outcome]}` : ''
    return problem !== message && `input ${index} ${WORDS[outcome]}${more}: ${problem}`
  })
  const remedies = ending === undefined ? [] : findRemedies(ending, 'batch')
  io.err(`${formatSummary(summary)}\n`)
  for (const text of [...sentences, message, ...remedies, ...adviceOn(summary, end, io)]) if (text) io.err(`wfhost: ${text}\n`)
  if (json) {
    const error = message === undefined ? {} : { error: describeError(ending, message) }
    io.out(toLine({ summary: { ...summary, ...error } }))
  }
  return summary.exitCode
}

function summarize({ counts, ending, recorded, total }: BatchEnd): BatchSummary {
  const all = { succeeded: 0, failed: 0, unknown: 0 }
  for (const outcome of recorded.values()) if (outcome !== 'started') all[outcome] += 1
  const { failed, refused, succeeded, unknown } = counts
  // Without a record, there is nothing before.
  const before = {
    succeeded: Math.max(0, all.succeeded - succeeded),
    failed: Math.max(0, all.failed - failed),
    unknown: Math.max(0, all.unknown - unknown),
  }
  const summary = { succeeded, failed, refused, unknown, before }
  const left = total === undefined ? undefined : total - countSettled(summary) - countBefore(summary)
  return { ...summary, notStarted: left && Math.max(0, left), exitCode: codeOf(summary, ending) }
}

function codeOf({ before, failed, refused, unknown }: Counts & Pick<BatchSummary, 'before'>, ending: unknown): number {
  const code = ending === undefined ? undefined : exitCode(ending)
  // Whoever waits for room goes on then, whatever else is unknown.
  if (code === EXIT.unwritten) return code
  if (unknown + before.unknown > 0) return EXIT.unknown
  if (code !== undefined) return code
  if (refused > 0) return EXIT.refused
  return failed + before.failed > 0 ? EXIT.failedRun : EXIT.success
}

function adviceOn(summary: BatchSummary, end: BatchEnd, io: Io): readonly (string | false)[] {
  const { ending, output, recorded, source, total, unrecorded } = end
  const { before, notStarted = 0, refused, unknown } = summary
  const settled = countSettled(summary)
  const early = ending !== undefined || io.stop.aborted
  const resumable = output !== undefined || settled > refused
  // Where lines are missing, some of what was refused is recorded as started.
  const triesRefused = refused > 0 && unrecorded === 0
  const again = output === undefined ? 'with standard output kept in FILE, --output FILE --resume' : 'the same line with --resume'
  return [
    !early && settled + countBefore(summary) + notStarted === 0 && `there is nothing to run in ${source.name}`,
    !early && refused > 0 && source.csv?.columns.size === 0 && 'values of CSV are strings; --column NAME:number types a column',
    total !== undefined &&
      recorded.size > total &&
      `${output} has what became of ${recorded.size} inputs, and ${source.name} only ${total}: is that the file it was begun with?`,
    unrecorded > 0 &&
      `what became of ${unrecorded} of these is not in ${output}; what was answered is above: for --resume, they may have run`,
    resumable && triesRefused && `${again} tries again what was refused, once that is put right, and goes on with the rest`,
    resumable && !triesRefused && (early || notStarted > 0) && `${again} goes on with what did not run`,
    unknown + before.unknown > 0 && '--resume leaves out what may have run; --retry-unknown sends it again',
  ]
}

function countSettled({ failed, refused, succeeded, unknown }: Counts): number {
  return succeeded + failed + refused + unknown
}

function countBefore({ before }: Pick<BatchSummary, 'before'>): number {
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
