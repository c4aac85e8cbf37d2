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
  /** The outcomes in the store, by key. */
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
  readonly io: Io
  readonly json: boolean | undefined
}

/** Prints the outcomes of a batch and the next steps. Returns the exit code. */
export function reportBatch(end: BatchEnd, { io, json }: ReportOptions): number {
  const { ending } = end
  const summary = summarize(end)
  const message = ending === undefined ? undefined : messageOf(ending, 'batch')
  const remedies = ending === undefined ? [] : findRemedies(ending, 'batch')

  io.err(`${formatSummary(summary)}\n`)
  for (const line of describeProblems(end, message)) io.err(`wfhost: ${line}\n`)
  if (message !== undefined) io.err(`wfhost: ${message}\n`)
  for (const line of [...remedies, ...adviceOn(summary, end, io)]) io.err(`wfhost: ${line}\n`)

  if (json) {
    const error = message === undefined ? undefined : describeError(ending, message)
    io.out(toLine({ summary: { ...summary, error } }))
  }
  return summary.exitCode
}

/** Describes the first input of each outcome other than success. The message that ended the batch is not repeated. */
function describeProblems({ counts, problems }: BatchEnd, message: string | undefined): string[] {
  const lines: string[] = []
  for (const [outcome, { index, problem }] of problems) {
    if (problem === message) continue
    const more = counts[outcome] > 1 ? `, the first of ${counts[outcome]}` : ''
    lines.push(`input ${index} ${WORDS[outcome]}${more}: ${problem}`)
  }
  return lines
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
  // The caller can free disk space and continue, even if other outcomes are unknown.
  if (code === EXIT.unwritten) return code
  if (unknown + before.unknown > 0) return EXIT.unknown
  if (code !== undefined) return code
  if (refused > 0) return EXIT.refused
  return failed + before.failed > 0 ? EXIT.failedRun : EXIT.success
}

/** Lists the next steps that a person can take. */
function adviceOn(summary: BatchSummary, end: BatchEnd, io: Io): string[] {
  const endedEarly = end.ending !== undefined || io.stop.aborted
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

function formatSummary(summary: BatchSummary): string {
  const { before, failed, notStarted, refused, succeeded, unknown } = summary
  const earlier = countBefore(summary)
  return [
    `${succeeded} succeeded, ${failed} failed, ${refused} refused, ${unknown} may have run`,
    ...(earlier > 0 ? [`${earlier} before (${before.failed} failed, ${before.unknown} may have run)`] : []),
    ...(notStarted === undefined ? [] : [`${notStarted} not started`]),
  ].join(', ')
}
