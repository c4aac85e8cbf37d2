import { APIError } from '../index.ts'
import { parseCommandLine } from './command-line.ts'
import { isDryRun } from './dry-run.ts'
import { EXIT, exitCode } from './exit-code.ts'
import type { Io } from './io.ts'
import { runCommand } from './run-command.ts'
import { usage } from './usage.ts'
import { UsageError } from './usage-error.ts'

/** Runs the command `wfhost` and returns its exit code. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let json = false
  try {
    const line = parseCommandLine(argv)
    json = line.values.json ?? false
    if (line.values.help || (line.command === undefined && argv.length === 0)) {
      io.out(usage(line.command))
      return EXIT.success
    }
    if (line.rest.length > 0) throw new UsageError(`there is one thing too many: '${line.rest[0]}'`)
    return await runCommand(line, io)
  } catch (error) {
    if (isDryRun(error)) return EXIT.success
    const message = error instanceof Error ? error.message : String(error)
    if (json) io.out(`${JSON.stringify({ error: error instanceof APIError ? { ...error, message } : { message } })}\n`)
    io.err(`wfhost: ${message}\n`)
    if (error instanceof UsageError) io.err('wfhost --help tells how to call it\n')
    if (error instanceof APIError && error.mayHaveRun) io.err('wfhost: it may have run: look before you repeat it\n')
    return exitCode(error)
  }
}
