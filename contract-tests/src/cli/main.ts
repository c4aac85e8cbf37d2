import { ConfigError } from '../config/config-error.ts'
import { exitCodes } from '../conformance/exit-code.ts'
import { SecretLeak } from '../conformance/open-suite.ts'
import { version } from '../conformance/version.ts'
import { type Flags, readFlags, UsageError } from './flags.ts'
import { help } from './help.ts'
import { initCommand } from './init-command.ts'
import type { Io } from './io.ts'
import { listCommand } from './list-command.ts'
import { planCommand } from './plan-command.ts'
import { replayCommand } from './replay-command.ts'
import { runCommand } from './run-command.ts'
import { selftestCommand } from './selftest-command.ts'

type Command = (flags: Flags, io: Io) => Promise<number>

const commands: Readonly<Record<string, Command>> = {
  init: initCommand,
  list: listCommand,
  plan: planCommand,
  run: runCommand,
  replay: replayCommand,
  selftest: selftestCommand,
}

/** Runs the command line and returns its exit code. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args
  if (name === '--version') {
    io.print(version)
    return exitCodes.conformant
  }
  if (name === '--help' || name === '-h') {
    io.print(help)
    return exitCodes.conformant
  }
  try {
    const command = name === undefined || !Object.hasOwn(commands, name) ? undefined : commands[name]
    if (command === undefined) throw new UsageError(name === undefined ? 'No command given' : `There is no command ${name}`)
    const flags = readFlags(rest)
    if (flags.help) {
      io.print(help)
      return exitCodes.conformant
    }
    return await command(flags, io)
  } catch (error) {
    return failed(error, io)
  }
}

function failed(error: unknown, io: Io): number {
  if (error instanceof UsageError) {
    io.printError(`${error.message}. wfhost-conformance --help shows what there is`)
    return exitCodes.usage
  }
  if (error instanceof ConfigError) {
    io.printError(error.message)
    return exitCodes.usage
  }
  const text =
    error instanceof SecretLeak ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
  io.printError(text)
  return exitCodes.unreachable
}
