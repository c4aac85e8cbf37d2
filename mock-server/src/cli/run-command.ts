import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { isOpposite } from '@wfhost/internal/messages'
import { toPrintable, toPrintableLine } from '@wfhost/internal/printable'
import { suggest } from '../schema/check.ts'
import { createProgram } from './program.ts'
import { CommandLineError } from './read-options.ts'

/** Runs a command line. A failure is reported in one line, with an exit code that `--help` explains. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const program = createProgram()
  // Its subcommands come from schemas, which no other command needs.
  if (args[0] === 'ctl') program.addCommand((await import('./control-command.ts')).createControlCommand())
  else program.command('ctl').description('controls a server that runs; wfhost-mock ctl --help lists what it can')
  for (const command of allOf(program)) command.exitOverride().configureOutput({ writeOut, writeErr: () => {} })
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return
    const message = toPrintable(error instanceof Error ? error.message : String(error))
    // Each problem of a world file is a line that starts with file and line, as editors expect.
    const ofWorldFile = error instanceof Error && error.name === 'WorldFileError'
    console.error(
      ofWorldFile
        ? message
        : `wfhost-mock: ${error instanceof CommanderError ? toPrintableLine(explain(error)) : message.split('\n')[0]}`,
    )
    process.exitCode = error instanceof CommanderError || error instanceof CommandLineError ? 2 : 1
  }

  /** What commander says; a stray word was meant as a command. */
  function explain({ code, message }: CommanderError): string {
    const [word] = program.args
    const names = program.commands.map((command) => command.name())
    if (code === 'commander.excessArguments' && word !== undefined && !names.includes(word))
      return `There is no command "${word}"${suggest(word, names)}`
    if (code === 'commander.help') return `expected a command; ${callOf(program, args)} --help lists them`
    const said = withoutOpposite(message.replace(/^error: /, '').replace(/\.?\s*\n\s*/g, ' '))
    if (!unexplained.has(code) || said.includes('Did you mean')) return said
    return `${said.replace(/\.$/, '')}; ${callOf(program, args)} --help shows what it takes`
  }
}

// Of these commander names no remedy, except for a name that is near.
const unexplained: ReadonlySet<string> = new Set(
  ['missingArgument', 'excessArguments', 'unknownOption', 'unknownCommand'].map((name) => `commander.${name}`),
)

/** Commander suggests what is spelt alike, and so the opposite of a command that undoes it. */
function withoutOpposite(message: string): string {
  const [suggestion = '', nearest = ''] = / \(Did you mean (?:one of )?([^?]*)\?\)/.exec(message) ?? []
  const [, word = ''] = /'(?:--)?([^']*)'/.exec(message) ?? []
  const names = nearest.split(', ').filter((name) => !isOpposite(name.replace(/^--/, ''), word))
  const undone = undoneBy.get(word.toLowerCase())
  const better = undone === undefined ? names.join(' or ') : undone
  if (suggestion === '' && undone === undefined) return message
  return message.replace(suggestion, '') + (better === '' ? '' : ` (Did you mean ${better}?)`)
}

/** The commands that undo others, by words that people try. */
const undoneBy: ReadonlyMap<string, string> = new Map([
  ['unarchive', 'restore'],
  ['dearchive', 'restore'],
  ['unfreeze', 'follow'],
  ['thaw', 'follow'],
  ['depublish', 'unpublish'],
  ['retract', 'unpublish'],
])

/** How the innermost command that was named is called. */
function callOf(command: CommandUnknownOpts, [first, ...rest]: readonly string[]): string {
  const inner = command.commands.find((one) => one.name() === first || one.aliases().includes(first ?? ''))
  return [command.name(), ...(inner === undefined ? [] : [callOf(inner, rest)])].join(' ')
}

function allOf(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return [command, ...command.commands.flatMap(allOf)]
}

/** Unlike a stream, the console takes it when nobody reads any more. */
function writeOut(text: string): void {
  console.log(text.trimEnd())
}
