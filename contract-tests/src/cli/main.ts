import { toPrintable } from '@wfhost/wire/printable'
import { ConfigurationError } from '../config/config-schema.ts'
import { exitCodes } from '../engine/exit-code.ts'
import { SecretLeak } from '../engine/secret-leak.ts'
import { version } from '../engine/suite.ts'
import {
  type CommandShape,
  type Flags,
  helpOf,
  helpOfAll,
  type Io,
  NotWritten,
  readFlags,
  targetFlags,
  UsageError,
} from './flags.ts'
import { initCommand } from './init-command.ts'
import { listCommand, planCommand } from './plan-command.ts'
import { compareCommand, coverageCommand, exportCommand } from './report-commands.ts'
import { replayCommand, runCommand } from './run-command.ts'

interface Command extends CommandShape {
  readonly run: (flags: Flags, io: Io) => Promise<number>
}

const commands: readonly Command[] = [
  {
    name: 'init',
    usage: 'init [FILE]',
    does: 'ask questions, and write a commented configuration (wfhost-conformance.yaml)',
    run: initCommand,
    flags: ['yes'],
    operands: { most: 1, what: 'one file' },
  },
  { name: 'list', usage: 'list', does: 'list the checks, what each needs, and what it sends', run: listCommand, flags: ['json'] },
  {
    name: 'plan',
    usage: 'plan',
    does: 'show what would run on this target, what would not and why; exits with 3 if the verdict would be INCOMPLETE',
    run: planCommand,
    flags: [...targetFlags, 'json'],
  },
  {
    name: 'run',
    usage: 'run',
    does: 'run the checks',
    run: runCommand,
    flags: [...targetFlags, 'json', 'report-dir', 'against'],
  },
  {
    name: 'replay',
    usage: 'replay ID',
    does: 'run one check again and show every exchange',
    run: replayCommand,
    flags: targetFlags,
    operands: { most: 1, what: 'the id of one check' },
  },
  {
    name: 'compare',
    usage: 'compare A B',
    does: 'show what differs between two files report.json; exits with 1 if anything does',
    run: compareCommand,
    flags: ['json', 'html'],
    operands: { most: 2, what: 'two files' },
  },
  {
    name: 'coverage',
    usage: 'coverage REPORT',
    does: 'show what a run tested of each sentence, and why not',
    run: coverageCommand,
    flags: ['json'],
    operands: { most: 1, what: 'one file' },
  },
  {
    name: 'export',
    usage: 'export REPORT ID',
    does: 'print the exchanges of a check as Hurl or HAR',
    run: exportCommand,
    flags: ['format'],
    operands: { most: 2, what: 'one file and one id' },
  },
]

export async function main(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args[0] === 'help' ? [...args.slice(1), '--help'] : args
  if (name === '--version') {
    io.print(version)
    return exitCodes.conformant
  }
  if (name === '--help' || name === '-h') {
    io.print(helpOfAll(commands))
    return exitCodes.conformant
  }
  try {
    const command = commands.find((candidate) => candidate.name === name)
    if (command === undefined) throw new UsageError(name === undefined ? 'No command given' : `There is no command ${name}`)
    const flags = readFlags(rest, command)
    if (flags.help) {
      io.print(helpOf(command))
      return exitCodes.conformant
    }
    const code = await command.run(flags, io)
    return io.signal?.aborted === true ? interrupted[io.signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'] : code
  } catch (error) {
    return failed(error, io)
  }
}

const interrupted = { SIGINT: 130, SIGTERM: 143 } as const

function failed(error: unknown, io: Io): number {
  if (error instanceof UsageError) {
    io.printError(`${error.message}. wfhost-conformance --help shows what there is`)
    return exitCodes.usage
  }
  const isMeant = [NotWritten, ConfigurationError, SecretLeak].some((known) => error instanceof known)
  const told = error instanceof Error ? ((isMeant ? undefined : error.stack) ?? error.message) : String(error)
  io.printError(toPrintable(told))
  const isUsage = error instanceof ConfigurationError || (error instanceof SecretLeak && !error.hasRun)
  return isUsage ? exitCodes.usage : exitCodes.unreachable
}
