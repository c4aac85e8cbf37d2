import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { describeError, toLine } from '../batch-file/record-lines.ts'
import { isDryRun } from './create-clients.ts'
import { EXIT, exitCodeOf, findRemedies, messageOf, UsageError } from './explain-error.ts'
import { guardIo, type Io, type RedactedIo } from './io.ts'
import { createProgram } from './program.ts'

/** Runs the command `wfhost` and returns its exit code. */
export async function main(argv: readonly string[], surroundings: Io): Promise<number> {
  const io = guardIo(surroundings)
  // Commander does not return the result of a command, so the command reports its exit code.
  let exitCode: number = EXIT.success
  const program = createProgram(io, (code) => {
    exitCode = code
  })

  try {
    await program.parseAsync(argv.length === 0 ? ['--help'] : argv, { from: 'user' })
    return exitCode
  } catch (thrown) {
    const command = findCommand(program, argv)
    return reportError(thrown, { command, io, asJson: argv.includes('--json') })
  }
}

/** Finds the command that was called: the first word that names one. A later word can be the name of a tool. */
function findCommand(program: CommandUnknownOpts, argv: readonly string[]): CommandUnknownOpts | undefined {
  const named = argv.map((word) => program.commands.find((command) => command.name() === word))
  return named.find((command) => command !== undefined)
}

interface ErrorContext {
  /** The subcommand that was called; undefined if the command line names none. */
  readonly command: CommandUnknownOpts | undefined
  readonly io: RedactedIo
  readonly asJson: boolean
}

/** Prints an error and its remedies, and returns the exit code. Commander also throws after it has printed the help. */
function reportError(thrown: unknown, { asJson, command, io }: ErrorContext): number {
  const isHelp = thrown instanceof CommanderError && thrown.exitCode === 0
  if (isHelp || isDryRun(thrown)) return EXIT.success

  const error = thrown instanceof CommanderError ? new UsageError(explainUsage(thrown, command)) : thrown
  const message = messageOf(error, command?.name())
  if (asJson) io.out(toLine({ error: describeError(error, message) }))
  for (const text of [message, ...findRemedies(error, command?.name())]) io.err(`wfhost: ${text}\n`)
  return exitCodeOf(error)
}

/**
 * Explains a mistake in the command line. A word too many probably belongs to an option that the user forgot, such as the `a=1` in
 * `wfhost run my-flow a=1`. For any other mistake, returns the message of commander on one line.
 */
function explainUsage({ code, message }: CommanderError, command: CommandUnknownOpts | undefined): string {
  if (code === 'commander.help') return 'unknown command'

  const isUnknownOption = code === 'commander.unknownOption'
  const extraWord = command?.args[command.registeredArguments.length]
  if (isUnknownOption || extraWord === undefined) return message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')

  const options = command?.options.map(({ long }) => long) ?? []
  const hints: string[] = []
  if (options.includes('--input')) hints.push(`; pass a file of inputs with --input ${extraWord}`)
  if (options.includes('--arg') && extraWord.includes('=')) {
    hints.push(`; pass an argument of the workflow with --arg ${extraWord}`)
  }
  return `the argument '${extraWord}' is not expected${hints.join('')}`
}
