import { describeError, toLine } from '../batch-file/record-lines.ts'
import type { BatchItem, RecordedOutcome } from '../index.ts'
import { EXIT, exitCodeOf, findRemedies, messageOf } from './explain-error.ts'
import { type Io, type RedactedIo, SignalError } from './io.ts'
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
  /** The outcomes in the store, by key. */
  readonly recorded: ReadonlyMap<string, RecordedOutcome>
  /** The first input of each outcome other than success, and what was wrong. */
  readonly problems: ReadonlyMap<Outcome, { readonly index: number; readonly problem: string }>
  /** Undefined where the inputs come from a pipe. */
  readonly total: number | undefined
  /** The error that ended the batch early; undefined if it ended normally. */
  readonly failure: unknown
  /** Inputs that were started and whose outcome could not be written. */
  readonly unrecorded: number
  readonly source: InputSource
  readonly output: string | undefined
  readonly record: BatchRecord
}

/** Where the outcomes are recorded when the batch has ended. */
export type BatchRecord =
  /** Only on standard output. */
  | { readonly kind: 'none' }
  | { readonly kind: 'file'; readonly path: string }
  /** In a file that no longer has the name with which the batch began. */
  | { readonly kind: 'moved' }

const WORDS: Readonly<Record<Outcome, string>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  refused: 'was refused',
  unknown: 'may have run',
}

interface ReportOptions {
  readonly io: RedactedIo
  readonly json: boolean | undefined
}

/**
 * Prints the end of `wfhost batch`: the counts, the first problem of each kind, and the next steps. Returns the exit code.
 *
 * With `--json`, standard output also gets the summary as its last line.
 */
export function reportBatch(end: BatchEnd, { io, json }: ReportOptions): number {
  const { failure } = end
  const summary = summarize(end, io.stop)
  const failureMessage = failure === undefined ? undefined : messageOf(failure, 'batch')

  const lines = describeProblems(end, failureMessage)
  if (failureMessage !== undefined) lines.push(failureMessage, ...findRemedies(failure, 'batch'))
  lines.push(...adviceOn(summary, end, io))
  printEnd(summary, { lines, record: end.record }, io)

  if (json) {
    const error = failureMessage === undefined ? undefined : describeError(failure, failureMessage)
    io.out(toLine({ summary: { ...summary, error } }))
  }
  return summary.exitCode
}

interface EndDetails {
  readonly lines: readonly string[]
  readonly record: BatchRecord
}

/** Prints the counts, the problems and the next steps: in a box on a terminal, elsewhere as lines. */
function printEnd(summary: BatchSummary, { lines, record }: EndDetails, io: RedactedIo): void {
  const { exitCode } = summary
  const result = exitCode === EXIT.success ? formatSummary(summary) : `${formatSummary(summary)}, exit code ${exitCode}`
  const outcomes = record.kind === 'file' ? [`Outcomes  ${record.path}`] : []
  const details = lines.length === 0 ? [] : ['', ...lines]
  const isInBox = io.printBox([result, ...outcomes, ...details], exitCode === EXIT.success ? 'passed' : 'failed')
  if (isInBox) return

  io.err(`${formatSummary(summary)}\n`)
  for (const line of lines) io.err(`wfhost: ${line}\n`)
}

/**
 * Describes the first input of each outcome other than success, such as `input 3 failed, the first of 7: CardDeclined`. The
 * problem that also ended the batch is left out, because its message follows.
 */
function describeProblems({ counts, problems }: BatchEnd, failureMessage: string | undefined): string[] {
  const lines: string[] = []
  for (const [outcome, { index, problem }] of problems) {
    if (problem === failureMessage) continue

    const more = counts[outcome] > 1 ? `, the first of ${counts[outcome]}` : ''
    lines.push(`input ${index} ${WORDS[outcome]}${more}: ${problem}`)
  }
  return lines
}

/**
 * Makes the figures of the summary. `recorded` has all outcomes of the output file, also those of earlier batches. If a signal
 * stopped the batch, the process ends with the code of the signal, and so the summary has it.
 */
function summarize({ counts, failure, recorded, total }: BatchEnd, stop: AbortSignal): BatchSummary {
  const { failed, refused, succeeded, unknown } = counts
  const figures = { succeeded, failed, refused, unknown, before: countEarlierOutcomes(recorded, counts) }
  const exitCode = stop.reason instanceof SignalError ? stop.reason.exitCode : chooseExitCode(figures, failure)
  if (total === undefined) return { ...figures, notStarted: undefined, exitCode }

  const notStarted = Math.max(0, total - countSettled(figures) - countBefore(figures))
  return { ...figures, notStarted, exitCode }
}

/** Counts the outcomes of earlier batches: those in the output file, without those of this batch. A batch may have no file. */
function countEarlierOutcomes(recorded: BatchEnd['recorded'], counts: Counts): BatchSummary['before'] {
  const all = { succeeded: 0, failed: 0, unknown: 0 }
  for (const outcome of recorded.values()) {
    if (outcome !== 'started') all[outcome] += 1
  }

  return {
    succeeded: Math.max(0, all.succeeded - counts.succeeded),
    failed: Math.max(0, all.failed - counts.failed),
    unknown: Math.max(0, all.unknown - counts.unknown),
  }
}

/** Chooses the exit code of a batch. Inputs that failed or may have run in earlier batches of the file count, too. */
function chooseExitCode({ before, failed, refused, unknown }: Counts & Pick<BatchSummary, 'before'>, failure: unknown): number {
  const failureCode = failure === undefined ? undefined : exitCodeOf(failure)
  // The caller can free disk space and continue, even if other outcomes are unknown.
  if (failureCode === EXIT.unwritten) return failureCode
  if (unknown + before.unknown > 0) return EXIT.unknown
  if (failureCode !== undefined) return failureCode
  if (refused > 0) return EXIT.refused
  return failed + before.failed > 0 ? EXIT.failedRun : EXIT.success
}

/** Lists the next steps that a person can take. */
function adviceOn(summary: BatchSummary, end: BatchEnd, io: Io): string[] {
  const endedEarly = end.failure !== undefined || io.stop.aborted
  const advice = [
    endedEarly ? undefined : adviceOnInputs(summary, end.source),
    adviceOnOtherFile(end),
    adviceOnUnrecorded(end),
    adviceOnResumption(summary, { ...end, endedEarly }),
    adviceOnUnknown(summary),
  ]
  return advice.filter((line) => line !== undefined)
}

/** Advises on a batch that has ended normally: it had no inputs, or a service may have refused texts that should be numbers. */
function adviceOnInputs(summary: BatchSummary, { csv, name }: InputSource): string | undefined {
  if (countInputs(summary) === 0) return `there is nothing to run in ${name}`

  const hasOnlyTexts = csv?.columns.size === 0
  return summary.refused > 0 && hasOnlyTexts ? 'values of CSV are strings; --column NAME:number types a column' : undefined
}

/** Advises on an output file with more outcomes than there are inputs, which may belong to another batch. */
function adviceOnOtherFile({ output, recorded, source, total }: BatchEnd): string | undefined {
  if (total === undefined || recorded.size <= total) return undefined

  const inputs = `the outcomes of ${recorded.size} inputs, and ${source.name} has only ${total}`
  return `${output} has ${inputs}: is it the file of that batch?`
}

/** Advises on outcomes that could not be written to the output file, for example because the disk is full. */
function adviceOnUnrecorded({ output, record, unrecorded }: BatchEnd): string | undefined {
  if (unrecorded === 0) return undefined
  const file = record.kind === 'file' ? record.path : output
  return `the outcomes of ${unrecorded} of these are not in ${file}; they are printed above, and --resume treats them as unknown`
}

function adviceOnUnknown({ before, unknown }: BatchSummary): string | undefined {
  if (unknown + before.unknown === 0) return undefined
  return '--resume skips inputs that may have run; --retry-unknown sends them again'
}

type Resumption = Pick<BatchEnd, 'output' | 'record' | 'unrecorded'> & { readonly endedEarly: boolean }

/** Says how to run the inputs that did not run. Undefined if all inputs ran, or if nothing is recorded. */
function adviceOnResumption(summary: BatchSummary, { endedEarly, output, record, unrecorded }: Resumption): string | undefined {
  const { notStarted, refused } = summary
  // Without a file, only the outcomes on standard output are a record. A refused input needs none, since it did not run.
  const hasRecord = record.kind !== 'none' || countSettled(summary) > refused
  if (!hasRecord) return undefined

  const command = describeResumption(record, output)
  // If outcomes could not be written, their inputs are recorded as started. A refused one among them is not sent again.
  const canRetryRefused = refused > 0 && unrecorded === 0
  if (canRetryRefused) return `${command} sends the refused inputs again, once their cause is corrected, and the remaining ones`

  // The number is unknown if the inputs are not counted, such as those of a pipe. An early end may then have left some.
  const hasInputsLeft = notStarted === undefined ? endedEarly : notStarted > 0
  return hasInputsLeft ? `${command} continues with the inputs that did not run` : undefined
}

/** Describes the command line that continues a batch: it names the file that has the record now. */
function describeResumption(record: BatchRecord, output: string | undefined): string {
  switch (record.kind) {
    case 'none':
      return 'with standard output kept in FILE, --output FILE --resume'
    case 'moved':
      // The same line would begin a new batch, and every input would run again.
      return `${output} was renamed or removed: --resume with the present name of that file`
    case 'file':
      return record.path === output ? 'the same line with --resume' : `the same line with --output ${record.path} --resume`
  }
}

function countInputs(summary: BatchSummary): number {
  return countSettled(summary) + countBefore(summary) + (summary.notStarted ?? 0)
}

function countSettled({ failed, refused, succeeded, unknown }: Counts): number {
  return succeeded + failed + refused + unknown
}

function countBefore({ before }: Pick<BatchSummary, 'before'>): number {
  return before.succeeded + before.failed + before.unknown
}

/** Formats the summary, such as `7 succeeded, 1 failed, 0 refused, 0 may have run, 2 not started`. */
function formatSummary(summary: BatchSummary): string {
  const { before, failed, notStarted, refused, succeeded, unknown } = summary
  const parts = [`${succeeded} succeeded, ${failed} failed, ${refused} refused, ${unknown} may have run`]

  const earlier = countBefore(summary)
  if (earlier > 0) parts.push(`${earlier} before (${before.failed} failed, ${before.unknown} may have run)`)
  if (notStarted !== undefined) parts.push(`${notStarted} not started`)

  return parts.join(', ')
}
