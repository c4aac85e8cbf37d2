import { createReadStream, statSync } from 'node:fs'
import type { CommandLine } from './command-line.ts'
import type { Io } from './io.ts'
import type { InputSource } from './read-inputs.ts'
import { UsageError } from './usage-error.ts'

/** A source of inputs, and whether it can be read twice. */
export interface FoundSource extends InputSource {
  readonly isFile: boolean
}

/** Finds what `--input` names: a file, a pipe, or standard input. */
export function findSource({ values: { input, format } }: CommandLine, io: Io): FoundSource {
  if (input === undefined) throw new UsageError('batch needs --input, a file of JSONL or CSV, or - for standard input', 'batch')
  const byName = input.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl'
  if (format !== undefined && format !== 'csv' && format !== 'jsonl') {
    throw new UsageError(`--format is jsonl or csv, not '${format}'`, 'batch')
  }
  const shared = { format: format ?? byName, stop: io.stop } as const
  if (input === '-') return { ...shared, name: 'standard input', open: io.input, isFile: false }
  const found = statSync(input, { throwIfNoEntry: false })
  if (found === undefined || found.isDirectory()) throw new UsageError(`Cannot read ${input}: there is no such file`, 'batch')
  return { ...shared, name: input, open: () => createReadStream(input), isFile: found.isFile() }
}
