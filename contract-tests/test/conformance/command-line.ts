import { type CommandInput, type CommandResult, runCommandLine as run } from '../../proof/selftest/run-command-line.ts'
import { main } from '../../src/cli/main.ts'

/** Runs the command line with a configuration, which stands in a file of its own. */
export function runCommandLine(args: readonly string[], input: CommandInput = {}): Promise<CommandResult> {
  return run(main, { args, ...input })
}
