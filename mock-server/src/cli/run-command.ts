import manifest from '../../package.json' with { type: 'json' }
import { nearestName } from '../core/mock-state-error.ts'
import { type CommandLine, CommandLineError, readCommandLine } from './command-line.ts'
import { commands } from './commands.ts'
import { usage } from './usage.ts'

/** Runs a command line. A failure is reported in one line, with an exit code that `--help` explains. */
export async function runCommand(args: readonly string[]): Promise<void> {
  try {
    const line = readCommandLine(args)
    if (line.values.help) return console.log(usage())
    if (line.values.version) return console.log(manifest.version)
    await run(line)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // Each problem of a world file is a line that starts with file and line, as editors expect.
    const ofWorldFile = error instanceof Error && error.name === 'WorldFileError'
    console.error(ofWorldFile ? message : `wfhost-mock: ${message.split('\n')[0]}`)
    process.exitCode = error instanceof CommandLineError ? 2 : 1
  }
}

async function run({ command: name, given, operands, values }: CommandLine): Promise<void> {
  const command = commands.find((known) => known.name === name)
  if (command === undefined) throw new CommandLineError(`There is no command "${name}"${remedy(name)}`)
  const unused = given.find((option) => command.options?.some((used) => used === option) === false)
  if (unused !== undefined) throw new CommandLineError(`Cannot ${name}: the option --${unused} has no effect on it`)
  const { operand } = command
  const [first, ...more] = operands
  if (operand === undefined && first !== undefined) {
    throw new CommandLineError(`Cannot ${name}: expected nothing after it, found "${first}"`)
  }
  if (more.length > 0) throw new CommandLineError(`Cannot ${name}: expected one ${operand?.name}, found also "${more.join(' ')}"`)
  if (operand !== undefined && !operand.optional && first === undefined) {
    throw new CommandLineError(`Cannot ${name}: expected a ${operand.name} after it, as in wfhost-mock ${name} <${operand.name}>`)
  }
  await command.run(values, first, given)
}

function remedy(name: string): string {
  const names = commands.map((known) => known.name)
  const nearest = nearestName(name, names)
  return nearest === undefined ? `; use one of ${names.join(', ')}` : `; did you mean "${nearest}"?`
}
