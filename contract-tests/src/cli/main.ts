import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { toPrintable } from '@wfhost/internal/printable'
import { ConfigurationError } from '../config/config-schema.ts'
import { exitCodes } from '../engine/exit-code.ts'
import { SecretLeak } from '../engine/secret-leak.ts'
import { type Io, NotWritten, UsageError } from './io.ts'
import { createProgram } from './program.ts'

/** Runs a command line, and returns its exit code. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  let code: number = exitCodes.conformant
  const program = createProgram(io, (ended) => {
    code = ended
  })
  try {
    if (args.length === 0) throw new UsageError('no command is given; --help lists them')
    await program.parseAsync([...args], { from: 'user' })
    return io.signal?.aborted === true ? interrupted[io.signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'] : code
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return exitCodes.conformant
    const error =
      thrown instanceof CommanderError ? new UsageError(`${explainUsage(thrown, program)}; --help lists the options`) : thrown
    const message = messageOf(error)
    if (args.includes('--json')) io.print(JSON.stringify({ error: { name: nameOf(error), message } }))
    io.printError(message)
    return exitCodeOfError(error)
  }
}

const interrupted = { SIGINT: 130, SIGTERM: 143 } as const

/** The message of Commander, in one line and without its prefix; a surplus argument is named. */
function explainUsage({ code, message }: CommanderError, program: CommandUnknownOpts): string {
  if (code === 'commander.help') return 'there is no such command'
  const surplus = code === 'commander.excessArguments' ? surplusArgument(program) : undefined
  if (surplus !== undefined) return `there is one argument too many: '${surplus}'`
  return message.replace(/^error: /, '').replace(/\.?\s*\n\s*/g, ' ')
}

function surplusArgument({ commands }: CommandUnknownOpts): string | undefined {
  const called = commands.find(({ args, registeredArguments }) => args.length > registeredArguments.length)
  return called?.args[called.registeredArguments.length]
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'Error'
}

function messageOf(error: unknown): string {
  if (error instanceof UsageError) return toPrintable(`wfhost-conformance: ${error.message}`)
  const isExpected = [NotWritten, ConfigurationError, SecretLeak].some((known) => error instanceof known)
  if (!(error instanceof Error)) return toPrintable(String(error))
  // The stack of a defect of the suite helps those who mend it.
  return toPrintable(isExpected ? error.message : (error.stack ?? error.message))
}

function exitCodeOfError(error: unknown): number {
  if (error instanceof UsageError || error instanceof ConfigurationError) return exitCodes.usage
  if (error instanceof NotWritten) return exitCodes.unwritten
  return error instanceof SecretLeak && !error.hasRun ? exitCodes.usage : exitCodes.unreachable
}
