import { main } from '../../src/cli/main.ts'
import { type CommandInput, type CommandResult, runCommandLine as run } from '../../src/selftest/run-command-line.ts'

/** Runs the command line with a configuration, which stands in a file of its own. */
export function runCommandLine(args: readonly string[], input: CommandInput = {}): Promise<CommandResult> {
  return run(main, { args, ...input })
}
