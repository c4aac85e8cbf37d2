import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { signalExitCodes } from '@wfhost/internal/exit-codes'
import { toPrintable } from '@wfhost/internal/printable'
import { ConfigurationError } from '../config/config-schema.ts'
import { ExitDecision, exitCodes } from '../engine/exit-code.ts'
import { SecretLeak } from '../engine/secret-leak.ts'
import { type CommandContext, type Io, NotWritten, QuestionsInterrupted, UsageError } from './io.ts'
import { createProgram } from './program.ts'

/** Runs a command line, and returns its exit code. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  const context = { ...io, exit: new ExitDecision(io.signal) }
  const program = createProgram(context)

  try {
    if (args.length === 0) throw new UsageError('no command is given; --help lists them')
    await program.parseAsync([...args], { from: 'user' })
    return context.exit.decide(exitCodes.conformant)
  } catch (error) {
    // Commander throws after it has printed the help or the version.
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.conformant

    return reportError(toUsageError(error, program), { context, isJson: args.includes('--json') })
  }
}

/** Converts an error of Commander, which reports mistakes in a command line. Returns other errors unchanged. */
function toUsageError(error: unknown, program: CommandUnknownOpts): unknown {
  return error instanceof CommanderError ? new UsageError(describeUsageError(error, program)) : error
}

interface ErrorReport {
  readonly context: CommandContext
  readonly isJson: boolean
}

function reportError(error: unknown, { context, isJson }: ErrorReport): number {
  const { exit, print, printError } = context
  const name = error instanceof Error ? error.name : 'Error'
  const message = describeError(error)

  if (isJson) print(JSON.stringify({ error: { name, message } }))
  printError(message)
  return exit.decide(exitCodeOfError(error))
}

/** Describes a mistake in a command line in one line. Commander's message has a prefix, and does not name surplus arguments. */
function describeUsageError(error: CommanderError, program: CommandUnknownOpts): string {
  const surplusMessage = error.code === 'commander.excessArguments' ? describeSurplusArgument(program) : undefined
  if (surplusMessage !== undefined) return surplusMessage

  const remedy = '; --help lists the options'
  if (error.code === 'commander.help') return `unknown command${remedy}`
  return error.message.replace(/^error: /, '').replace(/\.?\s*\n\s*/g, ' ') + remedy
}

/** Describes the first argument that the typed command does not take. Undefined if there is none. */
function describeSurplusArgument({ commands }: CommandUnknownOpts): string | undefined {
  const command = commands.find(({ args, registeredArguments }) => args.length > registeredArguments.length)
  const argument = command?.args[command.registeredArguments.length]
  if (command === undefined || argument === undefined) return undefined

  // Other programs take the file of their configuration without an option.
  const hasConfig = command.options.some(({ long }) => long === '--config')
  const isConfig = hasConfig && /\.(ya?ml|json)$/i.test(argument)
  const remedy = isConfig ? `did you mean --config ${argument}?` : '--help lists the options'
  return `there is one argument too many: '${argument}'; ${remedy}`
}

/** Describes an error. Only a defect of the suite is described with its stack, which helps to fix it. */
function describeError(error: unknown): string {
  if (error instanceof UsageError) return toPrintable(`wfhost-conformance: ${error.message}`)
  if (!(error instanceof Error)) return toPrintable(String(error))

  const isExpected = [NotWritten, QuestionsInterrupted, ConfigurationError, SecretLeak].some(
    (Expected) => error instanceof Expected,
  )
  return toPrintable(isExpected ? error.message : (error.stack ?? error.message))
}

function exitCodeOfError(error: unknown): number {
  if (error instanceof UsageError || error instanceof ConfigurationError) return exitCodes.usage
  if (error instanceof NotWritten) return exitCodes.unwritten
  if (error instanceof QuestionsInterrupted) return signalExitCodes.SIGINT

  // A secret in the configuration is a mistake in it. After a run, a secret in the report is a defect of the suite.
  const isConfigurationMistake = error instanceof SecretLeak && !error.hasRun
  return isConfigurationMistake ? exitCodes.usage : exitCodes.suiteError
}
