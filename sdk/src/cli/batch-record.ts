import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { parseJson } from './read-json.ts'
import { UsageError } from './usage-error.ts'
import { WriteError } from './write-error.ts'

/** A line of an output file. */
export interface BatchLine {
  readonly index: number
  readonly outcome: string
  readonly input?: unknown
  readonly [field: string]: unknown
}

/** What an output file says of earlier batches. */
export interface BatchRecord {
  /** Inputs that ran or may have run, each with the fingerprint of what it was. */
  readonly done: ReadonlyMap<number, string | undefined>
  /** What became of each of them. */
  readonly outcomes: ReadonlyMap<number, string>
  /** Inputs that an earlier batch started without recording an outcome. */
  readonly lost: readonly number[]
}

/** Tells whether an input is still what it was. */
export function fingerprint(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64')
}

/** Reads an output file and the file of starts beside it; either may be missing. */
export function readRecord(output: string): BatchRecord {
  const done = new Map<number, string | undefined>()
  const outcomes = new Map<number, string>()
  if (!existsSync(output)) return { done, outcomes, lost: [] }
  const lines = readFileSync(output, 'utf8').split('\n')
  if (isTorn(lines.at(-1) ?? '')) lines.pop()
  for (const [at, text] of lines.entries()) {
    if (text === '') continue
    const line = Object(parseJson(text, `line ${at + 1} of ${output}`)) as Partial<BatchLine>
    // The last line of standard output that was redirected to a file.
    if ('summary' in line) continue
    const { index, outcome, input } = line
    if (typeof index !== 'number' || typeof outcome !== 'string') {
      throw new UsageError(`line ${at + 1} of ${output} was not written by wfhost batch`, 'batch')
    }
    // A refused input did not run and may be tried again; an earlier outcome of it stays.
    if (outcome === 'refused') continue
    done.set(index, input === undefined ? done.get(index) : fingerprint(input))
    outcomes.set(index, outcome)
  }
  return { done, outcomes, lost: readStarts(output).filter((index) => !done.has(index)) }
}

/** Records what happens to each input. Throws a WriteError if that fails, and writes nothing more then. */
export interface BatchRecorder {
  readonly start: (index: number) => void
  readonly settle: (line: BatchLine) => void
  /** Returns how many inputs were started and have no outcome in the output. */
  readonly close: () => number
}

/**
 * Writes the outcome of each input to the output and, before an input is sent, its start to a file beside it, so that after
 * a crash the next batch knows what may have run. That file is removed when every start has an outcome.
 */
export function openRecorder(output: string, { resume }: { readonly resume: boolean }): BatchRecorder {
  if (!resume && existsSync(output)) {
    throw new UsageError(`Cannot write to ${output}: it is there; --resume goes on with it, or name another`, 'batch')
  }
  const starts = startsOf(output)
  const open = new Set<number>()
  let failure: WriteError | undefined
  const append = (file: string, text: string) => {
    // A full disk may have taken a part of a line, which only the last line may be.
    if (failure !== undefined) throw failure
    try {
      appendFileSync(file, text)
    } catch (error) {
      failure = new WriteError(file, error)
      throw failure
    }
  }
  if (!resume) rmSync(starts, { force: true })
  append(output, '')
  append(starts, '')
  endLastLine(output)
  endLastMark(starts)
  return {
    start: (index) => {
      append(starts, `${index}\n`)
      open.add(index)
    },
    settle: (line) => {
      append(output, `${JSON.stringify(line)}\n`)
      open.delete(line.index)
      append(starts, `-${line.index}\n`)
    },
    close: () => {
      if (open.size === 0) rmSync(starts, { force: true })
      return open.size
    },
  }
}

/** The indexes that were started and have not settled. */
function readStarts(output: string): readonly number[] {
  const starts = startsOf(output)
  const open = new Set<string>()
  // What follows the last line end was cut short by a crash, before its input was sent.
  for (const mark of existsSync(starts) ? readFileSync(starts, 'utf8').split('\n').slice(0, -1) : []) {
    if (/^\d+$/.test(mark)) open.add(mark)
    else open.delete(mark.slice(1))
  }
  return [...open].map(Number)
}

function startsOf(output: string): string {
  return `${output}.started`
}

const BEGINNING = '{"index":'

/** Whether a crash cut a line of ours short; its input is then among the lost. Any other text is not ours to remove. */
function isTorn(line: string): boolean {
  if (line === '' || !line.startsWith(BEGINNING.slice(0, line.length))) return false
  try {
    JSON.parse(line)
    return false
  } catch {
    return true
  }
}

/** Prepares the output for the next line, after all of its lines have been checked. */
function endLastLine(output: string): void {
  const content = readFileSync(output)
  const end = content.lastIndexOf('\n') + 1
  if (end === content.length) return
  if (isTorn(content.subarray(end).toString())) truncateSync(output, end)
  else appendFileSync(output, '\n')
}

/** Removes a mark that was cut short. */
function endLastMark(starts: string): void {
  truncateSync(starts, readFileSync(starts).lastIndexOf('\n') + 1)
}
