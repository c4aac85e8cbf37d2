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
  /** Inputs that were started by a batch that ended before it could write what became of them. */
  readonly lost: readonly number[]
}

/** Tells whether an input is still what it was. */
export function fingerprint(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64')
}

/** Reads what an output file, and the file of starts beside it, say; nothing where they are not there. */
export function readRecord(output: string): BatchRecord {
  const done = new Map<number, string | undefined>()
  const outcomes = new Map<number, string>()
  if (!existsSync(output)) return { done, outcomes, lost: [] }
  const lines = readFileSync(output, 'utf8').split('\n')
  if (isTorn(lines.at(-1) ?? '')) lines.pop()
  for (const [at, text] of lines.entries()) {
    if (text === '') continue
    const line = Object(parseJson(text, `line ${at + 1} of ${output}`)) as Partial<BatchLine>
    // Standard output that was kept in a file ends with it.
    if ('summary' in line) continue
    const { index, outcome, input } = line
    if (typeof index !== 'number' || typeof outcome !== 'string') {
      throw new UsageError(`line ${at + 1} of ${output} was not written by wfhost batch`, 'batch')
    }
    // What was refused did not run and may be tried again. An earlier time that it may have run stays open.
    if (outcome === 'refused') continue
    done.set(index, input === undefined ? done.get(index) : fingerprint(input))
    outcomes.set(index, outcome)
  }
  return { done, outcomes, lost: readStarts(output).filter((index) => !done.has(index)) }
}

/** Is told what happens to each input. Throws a WriteError where that cannot be kept, and keeps nothing from then on. */
export interface BatchRecorder {
  readonly start: (index: number) => void
  readonly settle: (line: BatchLine) => void
  /** Returns how many inputs were started and have no outcome in the output. */
  readonly close: () => number
}

/**
 * Writes what becomes of each input, and in a file beside it, before the input is sent, that it is: what a crash leaves
 * open is known to the next batch. That file goes when nothing is open.
 */
export function openRecorder(output: string, { resume }: { readonly resume: boolean }): BatchRecorder {
  if (!resume && existsSync(output)) {
    throw new UsageError(`Cannot write to ${output}: it is there; --resume goes on with it, or name another`, 'batch')
  }
  const starts = startsOf(output)
  const open = new Set<number>()
  let failure: WriteError | undefined
  const append = (file: string, text: string) => {
    // A full disk takes a part of a line: another one after it would make that part look like one of ours.
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
  // After the last line end is nothing, or what was cut short before its input was sent.
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

/** A line that a crash cut short says nothing; its input is among the lost. Any other text is not ours to remove. */
function isTorn(line: string): boolean {
  if (line === '' || !line.startsWith(BEGINNING.slice(0, line.length))) return false
  try {
    JSON.parse(line)
    return false
  } catch {
    return true
  }
}

/** Makes room for the next line, once every line is known to be ours. */
function endLastLine(output: string): void {
  const content = readFileSync(output)
  const end = content.lastIndexOf('\n') + 1
  if (end === content.length) return
  if (isTorn(content.subarray(end).toString())) truncateSync(output, end)
  else appendFileSync(output, '\n')
}

/** Makes room for the next mark after one that was cut short. */
function endLastMark(starts: string): void {
  truncateSync(starts, readFileSync(starts).lastIndexOf('\n') + 1)
}
