import { remedyOf } from './find-remedy.ts'
import type { Io } from './io.ts'
import { errorToJson, messageOf } from './show-error.ts'
import type { BatchSummary, BatchTally } from './tally-batch.ts'

interface ReportOptions {
  readonly io: Io
  readonly json: boolean
  readonly output: string | undefined
  /** Whether every value of the inputs is a string for want of better knowledge. */
  readonly untyped: boolean
  /** What ended the batch early. */
  readonly ending: unknown
}

/** Says what became of a batch, and what can be done about it; returns the exit code. */
export function reportBatch(tally: BatchTally, { io, json, output, untyped, ending }: ReportOptions): number {
  const summary = tally.summarize(ending)
  const say = (text: string) => io.err(`wfhost: ${text}\n`)
  const message = ending === undefined ? undefined : messageOf(ending, 'batch')
  io.err(`${io.terminal ? '\n' : ''}${wordSummary(summary)}\n`)
  for (const { problem, sentence } of tally.firstProblems()) if (problem !== message) say(sentence)
  if (message !== undefined) {
    say(message)
    const remedy = remedyOf(ending, 'batch')
    if (remedy !== undefined) say(remedy)
  }
  const { succeeded, failed, refused, unknown, before, notStarted = 0 } = summary
  if (refused > 0 && untyped) say('the values of CSV are strings, unless --column NAME:number says what a column holds')
  const known = succeeded + failed + unknown > 0
  const again = output === undefined ? 'with standard output kept in FILE, --output FILE --resume' : 'the same line with --resume'
  if (output !== undefined || known) {
    if (refused > 0) say(`${again} tries again what was refused, once that is put right, and goes on with what did not run`)
    else if (notStarted > 0 || ending !== undefined) say(`${again} goes on with what did not run`)
  }
  if (unknown + before.unknown > 0) say('--resume leaves out what may have run; --retry-unknown sends it again')
  if (json) {
    const error = message === undefined ? {} : { error: errorToJson(ending, message) }
    io.out(`${JSON.stringify({ summary: { ...summary, ...error } })}\n`)
  }
  return summary.exitCode
}

function wordSummary({ succeeded, failed, refused, unknown, before, notStarted }: BatchSummary): string {
  const all = before.succeeded + before.failed + before.unknown
  return [
    `${succeeded} succeeded, ${failed} failed, ${refused} refused, ${unknown} may have run`,
    ...(all > 0 ? [`${all} before (${before.failed} failed, ${before.unknown} may have run)`] : []),
    ...(notStarted === undefined ? [] : [`${notStarted} not started`]),
  ].join(', ')
}
