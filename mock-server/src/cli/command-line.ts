import { parseArgs } from 'node:util'
import { nearestName } from '../core/nearest-name.ts'
import { CommandLineError } from './command-line-error.ts'
import { generalOptions } from './options/general-options.ts'
import { listenOptions } from './options/listen-options.ts'
import { logOptions } from './options/log-options.ts'
import type { OptionGroup } from './options/option.ts'
import { worldOptions } from './options/world-options.ts'

/** The options in groups, in the order of `--help`. */
export const optionGroups: readonly (readonly [title: string, options: OptionGroup])[] = [
  ['World', worldOptions],
  ['Address and access', listenOptions],
  ['Output', logOptions],
  ['General', generalOptions],
]

const options = { ...worldOptions, ...listenOptions, ...logOptions, ...generalOptions }

/** The values of all options. */
export type Values = ReturnType<typeof parse>['values']

/** The name of an option. */
export type OptionName = keyof typeof options

/** A parsed command line. */
export interface CommandLine {
  readonly command: string
  readonly operands: readonly string[]
  readonly values: Values
  /** The options that are on the command line. */
  readonly given: readonly string[]
}

/**
 * Parses a command line.
 *
 * @throws {CommandLineError} for an unknown option, and for one without its value.
 */
export function readCommandLine(args: readonly string[]): CommandLine {
  try {
    const { positionals, tokens, values } = parse(args)
    const [command = 'serve', ...operands] = positionals
    const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
    return { command, operands, values, given }
  } catch (error) {
    throw new CommandLineError(problemOf(error), { cause: error })
  }
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options, allowPositionals: true, tokens: true })
}

function problemOf(error: unknown): string {
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  const unknown = /^Unknown option '--([^']+)'/.exec(message)?.[1]
  if (unknown === undefined) return message
  const nearest = nearestName(unknown, Object.keys(options))
  return `There is no option --${unknown}; ${nearest === undefined ? 'wfhost-mock --help lists them' : `did you mean --${nearest}?`}`
}
