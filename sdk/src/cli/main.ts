import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { describeError, toLine } from '../batch-file/record-lines.ts'
import { isDryRun } from './create-clients.ts'
import { EXIT, exitCodeOf, findRemedies, messageOf, UsageError } from './explain-error.ts'
import { guardIo, type Io, type SafeIo } from './io.ts'
import { createProgram } from './program.ts'

/** Runs the command and returns its exit code. */
export async function main(argv: readonly string[], surroundings: Io): Promise<number> {
  const io = guardIo(surroundings)
  let code: number = EXIT.success
  const program = createProgram(io, (ended) => {
    code = ended
  })

  try {
    await program.parseAsync(argv.length === 0 ? ['--help'] : argv, { from: 'user' })
    return code
  } catch (thrown) {
    const command = program.commands.find((each) => argv.includes(each.name()))
    return reportError(thrown, { command, io, asJson: argv.includes('--json') })
  }
}

interface ErrorContext {
  /** The subcommand that was called; undefined if the command line names none. */
  readonly command: CommandUnknownOpts | undefined
  readonly io: SafeIo
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

/** Returns the message of commander, or a suggestion for a stray word. */
function explainUsage({ code, message }: CommanderError, command: CommandUnknownOpts | undefined): string {
  if (code === 'commander.help') return 'unknown command'

  const word = code === 'commander.unknownOption' ? undefined : command?.args[command.registeredArguments.length]
  if (word === undefined) return message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')

  const options = command?.options.map(({ long }) => long) ?? []
  const file = options.includes('--input') ? `; pass a file of inputs with --input ${word}` : ''
  const argument = options.includes('--arg') && word.includes('=') ? `; pass an argument of the workflow with --arg ${word}` : ''
  return `the argument '${word}' is not expected${file}${argument}`
}
