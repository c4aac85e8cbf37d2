import manifest from '../../package.json' with { type: 'json' }
import { type CommandLine, parseCommandLine } from './command-line.ts'
import { isDryRun } from './dry-run.ts'
import { EXIT, exitCode } from './exit-code.ts'
import { findRemedy } from './find-remedy.ts'
import type { Io } from './io.ts'
import { runCommand } from './run-command.ts'
import { errorToJson, messageOf } from './show-error.ts'
import { usage } from './usage.ts'

/** Runs the command `wfhost` and returns its exit code. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let line: CommandLine | undefined
  try {
    line = parseCommandLine(argv)
    if (line.values.version) io.out(`${manifest.version}\n`)
    else if (line.help) io.out(usage(line.command))
    else return await runCommand(line, io)
    return EXIT.success
  } catch (error) {
    if (isDryRun(error)) return EXIT.success
    const message = messageOf(error, line?.command)
    if (argv.includes('--json')) io.out(`${JSON.stringify({ error: errorToJson(error, message) })}\n`)
    io.err(`wfhost: ${message}\n`)
    const remedy = findRemedy(error, line?.command)
    if (remedy !== undefined) io.err(`wfhost: ${remedy}\n`)
    return exitCode(error)
  }
}
