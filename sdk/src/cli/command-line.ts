import { parseArgs } from 'node:util'
import type { CallOptions } from '../index.ts'
import { parseDuration } from './parse-duration.ts'
import { UsageError } from './usage-error.ts'

const OPTIONS = {
  arg: { type: 'string', multiple: true },
  'arg-json': { type: 'string', multiple: true },
  args: { type: 'string' },
  column: { type: 'string', multiple: true },
  concurrency: { type: 'string' },
  deadline: { type: 'string' },
  delimiter: { type: 'string' },
  'dry-run': { type: 'boolean' },
  format: { type: 'string' },
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
  'retry-unknown': { type: 'boolean' },
  'session-cookie': { type: 'string' },
  timeout: { type: 'string' },
  version: { type: 'boolean', short: 'v' },
} as const

type OptionName = keyof typeof OPTIONS

const EVERYWHERE: readonly OptionName[] = ['help', 'version']
const CALL: readonly OptionName[] = ['timeout', 'deadline', 'max-retries', 'dry-run', 'json']
const ARGUMENTS: readonly OptionName[] = ['arg', 'arg-json', 'args']

/** The options of each command, and whether it takes a name. */
const COMMANDS = {
  run: { target: true, options: [...ARGUMENTS, ...CALL] },
  start: { target: true, options: [...ARGUMENTS, ...CALL] },
  manifest: { target: false, options: CALL },
  'org-manifest': { target: true, options: ['session-cookie', ...CALL] },
  execute: { target: false, options: ['payload', 'args', ...CALL] },
  batch: {
    target: true,
    options: [
      ...(['input', 'format', 'delimiter', 'column', 'output', 'resume', 'retry-unknown'] as const),
      ...(['concurrency', 'max-runs', 'progress-every', ...CALL] as const),
    ],
  },
  types: { target: true, options: ['args', 'result'] },
} as const satisfies Readonly<Record<string, { readonly target: boolean; readonly options: readonly OptionName[] }>>

/** The name of a command. */
export type CommandName = keyof typeof COMMANDS

/** What the command was called with. */
export interface CommandLine {
  /** The options, by name. */
  readonly values: ReturnType<typeof parse>['values']
  readonly command: CommandName | undefined
  readonly target: string | undefined
  /** Whether it asks for help, or for nothing. */
  readonly help: boolean
}

/** Parses the arguments of the program, and refuses what its command does not take. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const { values, positionals } = parse(argv)
  const [first, ...rest] = positionals
  const helping = first === 'help'
  const name = helping ? rest.shift() : first
  const command = name === undefined ? undefined : commandOf(name)
  const help = helping || values.help === true || argv.length === 0
  const target = rest.shift()
  if (command !== undefined && !help) {
    const { options, target: takesTarget }: { options: readonly OptionName[]; target: boolean } = COMMANDS[command]
    for (const option of Object.keys(values) as OptionName[]) {
      if (![...options, ...EVERYWHERE].includes(option)) throw new UsageError(`${command} has no option --${option}`, command)
    }
    const extra = takesTarget ? rest[0] : target
    if (extra !== undefined) throw new UsageError(`there is one thing too many: '${extra}'${hintOf(extra, options)}`, command)
  }
  return { values, command, target, help }
}

function parse(argv: readonly string[]) {
  try {
    const { values, positionals, tokens } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, tokens: true })
    const single = tokens.flatMap((token) =>
      token.kind === 'option' && !('multiple' in OPTIONS[token.name]) ? [token.name] : [],
    )
    const twice = single.find((name, index) => single.indexOf(name) !== index)
    if (twice !== undefined) throw new UsageError(`--${twice} is there twice`)
    return { values, positionals }
  } catch (error) {
    // After the first sentence, Node explains how to pass positional arguments.
    throw new UsageError(
      error instanceof Error ? (error.message.split(/\.(\s|$)/)[0] ?? '') : String(error),
      argv.find((word) => Object.hasOwn(COMMANDS, word)) as CommandName | undefined,
    )
  }
}

/** Guesses what a stray word was meant for. */
function hintOf(word: string, options: readonly OptionName[]): string {
  if (options.includes('input')) return `; a file of inputs is --input ${word}`
  return options.includes('arg') && word.includes('=') ? `; an argument is --arg ${word}` : ''
}

function commandOf(name: string): CommandName {
  if (Object.hasOwn(COMMANDS, name)) return name as CommandName
  throw new UsageError(`there is no command '${name}': the commands are ${Object.keys(COMMANDS).join(', ')}`)
}

/** The name that a command requires, such as a flowId. */
export function requireTarget({ target, command }: CommandLine, name: string): string {
  if (target === undefined) throw new UsageError(`${command} needs ${name}`, command)
  return target
}

/** An option that is a whole number of 0 or more, or of 1 or more. */
export function numberOf(
  { values, command }: CommandLine,
  { name, least = 0 }: { readonly name: 'concurrency' | 'max-retries' | 'max-runs' | 'progress-every'; readonly least?: 0 | 1 },
): number | undefined {
  const text = values[name]
  if (text === undefined) return undefined
  if (/^\d+$/.test(text) && Number(text) >= least) return Number(text)
  throw new UsageError(`--${name} takes a whole number${least === 1 ? ' from 1' : ''}, not '${text}'`, command)
}

/** An option that is a duration, in milliseconds. */
export function durationOf({ values, command }: CommandLine, name: 'deadline' | 'timeout'): number | undefined {
  const text = values[name]
  if (text === undefined) return undefined
  const milliseconds = parseDuration(text)
  if (milliseconds !== undefined) return milliseconds
  throw new UsageError(`--${name} takes milliseconds, or a number with ms, s, m or h such as 90s, not '${text}'`, command)
}

/** The options that bound a call. */
export function callOptionsOf(line: CommandLine): CallOptions {
  return {
    timeout: durationOf(line, 'timeout'),
    deadline: durationOf(line, 'deadline'),
    maxRetries: line.values['dry-run'] ? 0 : numberOf(line, { name: 'max-retries' }),
  }
}
