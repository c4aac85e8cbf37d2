import { createReadStream, statSync } from 'node:fs'
import { announceStdin } from './announce-stdin.ts'
import { COLUMN_TYPES, type ColumnType } from './column-types.ts'
import type { CommandLine } from './command-line.ts'
import type { Io } from './io.ts'
import type { CsvFormat } from './read-csv.ts'
import type { InputSource } from './read-inputs.ts'
import { UsageError } from './usage-error.ts'

/** A source of inputs, and whether it can be read twice. */
export interface FoundSource extends InputSource {
  readonly isFile: boolean
}

/** Finds what `--input` names: a file, a pipe, or standard input. */
export function findSource(line: CommandLine, io: Io): FoundSource {
  const { input } = line.values
  if (input === undefined) throw new UsageError('batch needs --input, a file of JSONL or CSV, or - for standard input', 'batch')
  const shared = { csv: findCsv(line, input.toLowerCase()), stop: io.stop } as const
  if (input === '-') {
    const open = () => {
      announceStdin(io, shared.csv === undefined ? 'an object of arguments a line' : 'CSV')
      return io.input()
    }
    return { ...shared, name: 'standard input', open, isFile: false }
  }
  const found = statSync(input, { throwIfNoEntry: false })
  if (found === undefined || found.isDirectory()) throw new UsageError(`Cannot read ${input}: there is no such file`, 'batch')
  return { ...shared, name: input, open: () => createReadStream(input), isFile: found.isFile() }
}

function findCsv({ values }: CommandLine, input: string): CsvFormat | undefined {
  const tabs = input.endsWith('.tsv')
  const { format = tabs || input.endsWith('.csv') ? 'csv' : 'jsonl', delimiter, column = [] } = values
  if (format !== 'csv' && format !== 'jsonl') throw new UsageError(`--format is jsonl or csv, not '${format}'`, 'batch')
  if (format === 'csv') {
    return {
      delimiter: delimiter === undefined ? (tabs ? '\t' : ',') : toDelimiter(delimiter),
      delimiterGiven: delimiter !== undefined,
      columns: toColumns(column),
    }
  }
  const option = delimiter === undefined ? 'column' : 'delimiter'
  if (values[option] !== undefined) throw new UsageError(`--${option} is for CSV: add --format csv`, 'batch')
  return undefined
}

function toDelimiter(text: string): string {
  if (text === 'tab' || text === '\\t') return '\t'
  if (/^[^"\r\n]$/.test(text)) return text
  throw new UsageError(`--delimiter takes one character, or tab, not ${JSON.stringify(text)}`, 'batch')
}

function toColumns(given: readonly string[]): ReadonlyMap<string, ColumnType> {
  const columns = new Map<string, ColumnType>()
  for (const text of given) {
    const { name = '', type = '' } = /^(?<name>.+):(?<type>.+)$/.exec(text)?.groups ?? {}
    if (!Object.hasOwn(COLUMN_TYPES, type)) {
      throw new UsageError(`--column takes name:type, of ${Object.keys(COLUMN_TYPES).join(', ')}, not '${text}'`, 'batch')
    }
    if (columns.has(name)) throw new UsageError(`--column names ${JSON.stringify(name)} twice`, 'batch')
    columns.set(name, type as ColumnType)
  }
  return columns
}
