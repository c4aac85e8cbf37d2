import { parseArgs } from 'node:util'
import type { CallOptions } from '../index.ts'
import { UsageError } from './usage-error.ts'

const OPTIONS = {
  arg: { type: 'string', multiple: true },
  'arg-json': { type: 'string', multiple: true },
  args: { type: 'string' },
  concurrency: { type: 'string' },
  deadline: { type: 'string' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  input: { type: 'string' },
  json: { type: 'boolean' },
  'max-retries': { type: 'string' },
  'max-runs': { type: 'string' },
  output: { type: 'string' },
  payload: { type: 'string' },
  'progress-every': { type: 'string' },
  result: { type: 'string' },
  resume: { type: 'boolean' },
  timeout: { type: 'string' },
} as const

/** What the command was called with. */
export type CommandLine = ReturnType<typeof parseCommandLine>

/** Parses what follows the name of the command on the line. */
export function parseCommandLine(argv: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true })
    return { values, command: positionals[0], target: positionals[1], rest: positionals.slice(2) }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** The thing that a command is about, such as a flowId. */
export function requireTarget({ target }: CommandLine, name: string): string {
  if (target === undefined) throw new UsageError(`${name} is missing`)
  return target
}

/** An option that is a number. */
export function numberOf(
  { values }: CommandLine,
  name: 'concurrency' | 'deadline' | 'max-retries' | 'max-runs' | 'progress-every' | 'timeout',
) {
  const text = values[name]
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw new UsageError(`--${name} takes a number, not '${text}'`)
  return Number(text)
}

/** The options that bound a call. */
export function callOptionsOf(line: CommandLine): CallOptions {
  return {
    timeout: numberOf(line, 'timeout'),
    deadline: numberOf(line, 'deadline'),
    maxRetries: line.values['dry-run'] ? 0 : numberOf(line, 'max-retries'),
  }
}
