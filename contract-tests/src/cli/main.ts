import { ConfigError } from '../config/config-error.ts'
import { exitCodes } from '../conformance/exit-code.ts'
import { SecretLeak } from '../conformance/secret-leak.ts'
import { version } from '../conformance/version.ts'
import { type CommandShape, type Flags, readFlags, targetFlags, UsageError } from './flags.ts'
import { help } from './help.ts'
import { initCommand } from './init-command.ts'
import type { Io } from './io.ts'
import { listCommand } from './list-command.ts'
import { planCommand } from './plan-command.ts'
import { replayCommand } from './replay-command.ts'
import { runCommand } from './run-command.ts'
import { selftestCommand } from './selftest-command.ts'

interface Command extends CommandShape {
  readonly run: (flags: Flags, io: Io) => Promise<number>
}

const commands: readonly Command[] = [
  { name: 'init', run: initCommand, flags: ['yes'], operands: { most: 1, what: 'one file' } },
  { name: 'list', run: listCommand, flags: ['json'] },
  { name: 'plan', run: planCommand, flags: [...targetFlags, 'json'] },
  { name: 'run', run: runCommand, flags: [...targetFlags, 'json', 'report-dir'] },
  { name: 'replay', run: replayCommand, flags: targetFlags, operands: { most: 1, what: 'the id of one check' } },
  {
    name: 'selftest',
    run: (flags, io) => selftestCommand(flags, { ...io, main }),
    flags: ['json', 'write', 'check'],
  },
]

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
    const command = commands.find((candidate) => candidate.name === name)
    if (command === undefined) throw new UsageError(name === undefined ? 'No command given' : `There is no command ${name}`)
    const flags = readFlags(rest, command)
    if (flags.help) {
      io.print(help)
      return exitCodes.conformant
    }
    return await command.run(flags, io)
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
  if (error instanceof SecretLeak) {
    io.printError(error.message)
    return error.hasRun ? exitCodes.unreachable : exitCodes.usage
  }
  io.printError(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return exitCodes.unreachable
}
