import { createReadStream, statSync } from 'node:fs'
import { addAbortSignal, type Readable } from 'node:stream'
import { readSystemReason } from '@wfhost/internal/system-error'
import { type Line, readLines } from '../batch-file/read-lines.ts'
import { UsageError } from './explain-error.ts'
import { announceStdin, type Io } from './io.ts'
import { isJsonObject, type Place, parseJson } from './json-input.ts'
import { COLUMN_TYPES, type ColumnType, type CsvFormat, readCsv } from './read-csv.ts'

export interface InputSource {
  readonly name: string
  /** The format of CSV; undefined for JSONL. */
  readonly csv: CsvFormat | undefined
  readonly open: () => Readable
  /** Aborted when no further input must be read. */
  readonly signal: AbortSignal
  /** Whether it is a file, which can be read twice. */
  readonly isFile: boolean
}

export interface SourceFlags {
  readonly input: string
  readonly format?: 'csv' | 'jsonl' | undefined
  readonly delimiter?: string | undefined
  readonly column?: readonly (readonly [name: string, type: ColumnType])[] | undefined
}

/** Finds the source of the inputs that `--input` names: a file, a pipe, or standard input. Nothing is read yet. */
export function resolveInputSource(flags: SourceFlags, io: Io): InputSource {
  const { input } = flags
  const signal = io.stop
  const csv = chooseCsvFormat(flags)

  if (input === '-') {
    const expectedInput = csv === undefined ? 'a JSON object of arguments on each line' : 'CSV'
    const openStdin = () => {
      announceStdin(io, expectedInput)
      return io.input()
    }
    return { csv, signal, name: 'standard input', open: openStdin, isFile: false }
  }

  const stats = statSync(input, { throwIfNoEntry: false })
  if (stats === undefined) throw new UsageError(`Cannot read ${input}: there is no such file`)
  if (stats.isDirectory()) throw new UsageError(`Cannot read ${input}: it is a folder`)
  return { csv, signal, name: input, open: () => createReadStream(input), isFile: stats.isFile() }
}

/** Chooses the format of the inputs: that of `--format`, or else by the name of the file. Undefined for JSONL. */
function chooseCsvFormat({ column = [], delimiter, format, input }: SourceFlags): CsvFormat | undefined {
  const fileName = input.toLowerCase()
  const hasTabs = fileName.endsWith('.tsv')
  const isCsv = format === undefined ? hasTabs || fileName.endsWith('.csv') : format === 'csv'

  if (!isCsv) {
    if (delimiter !== undefined) throw new UsageError('--delimiter is for CSV: add --format csv')
    if (column.length > 0) throw new UsageError('--column is for CSV: add --format csv')
    return undefined
  }

  const columns = new Map(column)
  if (columns.size < column.length) throw new UsageError('--column names a column twice')

  const defaultDelimiter = hasTabs ? '\t' : ','
  return { delimiter: delimiter ?? defaultDelimiter, isDelimiterGiven: delimiter !== undefined, columns }
}

/** Parses a value of `--column`, such as `priority:number`. */
export function toColumn(text: string): readonly [name: string, type: ColumnType] {
  const { name = '', type = '' } = /^(?<name>.+):(?<type>.+)$/.exec(text)?.groups ?? {}
  if (isColumnType(type)) return [name, type]
  throw new UsageError(`--column takes name:type, of ${Object.keys(COLUMN_TYPES).join(', ')}, not '${text}'`)
}

function isColumnType(type: string): type is ColumnType {
  return Object.hasOwn(COLUMN_TYPES, type)
}

/** Parses the value of `--delimiter`. A tab is typed as the word `tab` or as `\t`. */
export function toDelimiter(text: string): string {
  if (text === 'tab' || text === '\\t') return '\t'
  if (/^[^"\r\n]$/.test(text)) return text
  throw new UsageError(`--delimiter takes one character, or tab, not ${JSON.stringify(text)}`)
}

/** Reads the inputs of a batch one by one: an object a line, or CSV with names in the first line. */
export async function* readInputs({ csv, name, open, signal }: InputSource): AsyncGenerator<Record<string, object>> {
  const stream = addAbortSignal(signal, open())
  const lines = readLines(stream, name)
  const inputs = csv === undefined ? readObjects(lines, name) : readCsv(lines, { format: csv, name })
  try {
    for await (const input of inputs) {
      if (signal.aborted) return
      yield input
    }
  } catch (error) {
    // An interrupt is not a mistake in the inputs.
    if (signal.aborted) return

    const isSystemError = error instanceof Error && 'syscall' in error
    if (!isSystemError) throw error
    throw new UsageError(`Cannot read ${name}: ${readSystemReason(error)}`)
  } finally {
    stream.destroy()
  }
}

/** Reads the inputs of JSONL: a JSON object of arguments on each line. Empty lines are skipped. */
async function* readObjects(lines: AsyncIterable<Line>, name: string): AsyncGenerator<Record<string, object>> {
  for await (const { number, text } of lines) {
    if (text.trim() === '') continue
    const place = { name, line: number }
    const value = parseLine(text, place)
    if (!isJsonObject(value)) {
      throw new UsageError(`line ${number} of ${name} is not an object of arguments${hintOf(text, number)}`)
    }
    refuseNull(value, place)
    yield value
  }
}

/** Refuses null as an argument (RUN-ARG-NULL), so that the user learns the line before anything is sent. */
function refuseNull(args: Readonly<Record<string, unknown>>, { line, name }: Required<Place>): void {
  const nullName = Object.keys(args).find((each) => args[each] === null)
  if (nullName !== undefined) throw new UsageError(`line ${line} of ${name}: argument ${nullName} is null; leave it out`)
}

/** Parses a line of JSONL. An error about a line that is not JSON also gets a hint. */
function parseLine(text: string, place: { readonly name: string; readonly line: number }): unknown {
  try {
    return parseJson(text, place)
  } catch (error) {
    const { message } = error as Error
    const hint = message.includes('is not JSON') ? hintOf(text, place.line) : ''
    throw new UsageError(message + hint)
  }
}

/** Returns a hint for a line that is not an object, by the form that it probably has. Empty without a hint. */
function hintOf(text: string, line: number): string {
  if (text.startsWith('[')) return "; of an array, jq -c '.[]' makes a line for each object"
  if (text.startsWith('{')) return '; an object has to be on one line, as jq -c prints it'
  return line === 1 ? '; CSV takes --format csv' : ''
}
