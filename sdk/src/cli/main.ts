import manifest from '../../package.json' with { type: 'json' }
import { APIError } from '../index.ts'
import { type CommandLine, parseCommandLine } from './command-line.ts'
import { isDryRun } from './dry-run.ts'
import { EXIT, exitCode } from './exit-code.ts'
import { remedyOf } from './find-remedy.ts'
import type { Io } from './io.ts'
import { runCommand } from './run-command.ts'
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
    // The variable is what a user of the command has; the option is one of the library.
    const message = (error instanceof Error ? error.message : String(error)).replace(/: pass \w+ or set /, ': set ')
    if (argv.includes('--json')) io.out(`${JSON.stringify({ error: toJson(error, message) })}\n`)
    io.err(`wfhost: ${message}\n`)
    const remedy = remedyOf(error, line?.command)
    if (remedy !== undefined) io.err(`wfhost: ${remedy}\n`)
    return exitCode(error)
  }
}

function toJson(error: unknown, message: string): object {
  if (!(error instanceof APIError)) return { message }
  return { ...error, headers: error.headers && Object.fromEntries(error.headers), name: error.name, message }
}
