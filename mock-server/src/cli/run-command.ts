import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { isOpposite } from '@wfhost/internal/messages'
import { toPrintable, toPrintableJson, toPrintableLine } from '@wfhost/internal/printable'
import { suggestName } from '@wfhost/internal/schema-problems'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import type { Print } from './print.ts'
import { createProgram } from './program.ts'

/** Runs a command line. A failure is reported in one line, with an exit code that `--help` explains. */
export async function runCommandLine(args: readonly string[], print: Print): Promise<void> {
  const program = createProgram(print)
  // The subcommands of `ctl` are loaded only if the arguments need them.
  await addControlCommand(program, { args, print })

  // With these settings, commander throws its errors, and prints none of them: the `catch` below reports them.
  const outputConfiguration = { writeOut: (text: string): void => print(text.trimEnd()), writeErr: () => {} }
  for (const command of listCommands(program)) command.exitOverride().configureOutput(outputConfiguration)

  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    const isHelpOrVersion = error instanceof CommanderError && error.exitCode === 0
    if (isHelpOrVersion) return

    reportFailure(error, program, { isJson: args.includes('--json'), print })
    process.exitCode = getExitCode(error, args)
  }
}

/** Returns the exit code for an error of a command line. */
function getExitCode(error: unknown, args: readonly string[]): number {
  // The command line names the file, so a file that cannot be used is an error of the command line.
  const isUsageError = error instanceof CommanderError || isErrorOfUnusableFile(error, args)
  return isUsageError ? exitCodes.usage : exitCodeOf(error)
}

/** Adds the command `ctl`. Its subcommands need many schemas, so they are loaded only for that command. */
async function addControlCommand(
  program: CommandUnknownOpts,
  { args, print }: { readonly args: readonly string[]; readonly print: Print },
): Promise<void> {
  if (args[0] === 'ctl') {
    const { createControlCommand } = await import('./control/control-command.ts')
    program.addCommand(createControlCommand(print).helpGroup('A running server:'))
  } else {
    const description = 'control a server that runs; wfhost-mock ctl --help lists its commands'
    program.command('ctl').helpGroup('A running server:').description(description)
  }
}

/**
 * Prints a failure, in most cases as one line of text. With `--json`, a command also prints it as an object on standard output. A
 * command that starts a server prints only the object, on standard error: a line on its standard output means that it is ready.
 */
function reportFailure(
  error: unknown,
  program: CommandUnknownOpts,
  { isJson, print }: { readonly isJson: boolean; readonly print: Print },
): void {
  const message = describeFailure(error, program)
  const json = toPrintableJson(JSON.stringify({ error: { name: nameOfFailure(error), message } }))
  if (isJson && startsServer(program)) {
    console.error(json)
    return
  }

  if (isJson) print(json)
  // Editors expect that each problem of a world file is a line that starts with file and line.
  console.error(isWorldFileError(error) ? message : `wfhost-mock: ${message}`)
}

/** Whether a command starts a server. */
function startsServer({ args }: CommandUnknownOpts): boolean {
  const [command] = args
  // Without a command, the program serves the sample world.
  const isDefault = command === undefined || command.startsWith('-')
  return isDefault || servingCommands.includes(command)
}

const servingCommands: readonly string[] = ['serve', 'guard', 'record', 'replay']

function nameOfFailure(error: unknown): string {
  if (error instanceof CommanderError) return 'CommandLineError'
  return error instanceof Error ? error.name : 'Error'
}

function describeFailure(error: unknown, program: CommandUnknownOpts): string {
  if (error instanceof CommanderError) return toPrintableLine(explainCommandLineError(error, program))

  const message = toPrintable(error instanceof Error ? error.message : String(error))
  if (isWorldFileError(error) || isMockError(error)) return message
  // The other lines of an error of Node or of a package are details, such as a list of modules.
  const [firstLine = ''] = message.split('\n')
  return firstLine
}

/**
 * Whether an error says that the command cannot use a file. The command `check` uses invalid files: it exists to report their
 * problems.
 */
function isErrorOfUnusableFile(error: unknown, args: readonly string[]): boolean {
  const isStateFileError = error instanceof Error && error.name === 'StateFileError'
  return isStateFileError || (isWorldFileError(error) && args[0] !== 'check')
}

/** Whether the reference server refused an operation. Its message can list several requests or faults, one on each line. */
function isMockError(error: unknown): boolean {
  return error instanceof Error && (error.name === 'MockControlError' || error.name === 'MockStateError')
}

function isWorldFileError(error: unknown): boolean {
  return error instanceof Error && error.name === 'WorldFileError'
}

/**
 * Explains an error of commander, the parser of the command line. If commander states no remedy, this function adds one, as in
 * `unknown option '--wrld'; wfhost-mock check --help shows what it takes`.
 */
function explainCommandLineError(error: CommanderError, program: CommandUnknownOpts): string {
  const command = findTypedCommand(program)
  const commandLine = getCommandLine(command)
  if (error.code === 'commander.help') return `expected a command; ${commandLine} --help lists them`

  const helpRemedy = `; ${commandLine} --help shows what it takes`
  if (error.code !== 'commander.excessArguments') return addRemedy(error, helpRemedy)

  const suggestedOption = suggestOption(command)
  // Without a command, the program serves the sample world. So commander reports an unknown command as a surplus argument.
  const unknownCommand = findUnknownCommand(program)
  if (unknownCommand === undefined) return addRemedy(error, suggestedOption ?? helpRemedy)
  return `There is no command "${unknownCommand}"${suggestedOption ?? suggestCommand(unknownCommand, program)}`
}

/** Returns the message of commander in one line, with a remedy if it has none. */
function addRemedy({ code, message }: CommanderError, remedy: string): string {
  const line = correctSuggestion(toOneLine(message))
  const needsRemedy = codesWithoutRemedy.has(code) && !line.includes('Did you mean')
  return needsRemedy ? line.replace(/\.$/, '') + remedy : line
}

/** Returns the first word of the command line if it is not the name of a command. */
function findUnknownCommand(program: CommandUnknownOpts): string | undefined {
  const [firstWord] = program.args
  const isKnown = program.commands.some((command) => command.name() === firstWord)
  return isKnown ? undefined : firstWord
}

/** Suggests a command with a name like the given word, or the help, which lists all commands. */
function suggestCommand(word: string, program: CommandUnknownOpts): string {
  const names = program.commands.map((command) => command.name())
  return suggestName(word, names) || `; ${program.name()} --help lists them`
}

/** Joins the lines of a message of commander, which writes its suggestion on a second line, and removes its prefix `error: `. */
function toOneLine(message: string): string {
  return message.replace(/^error: /, '').replace(/\.?\s*\n\s*/g, ' ')
}

/**
 * Suggests the option for an argument that a command does not take, but that other programs take without an option: the file in
 * `serve world.yaml`, or the URL in `guard http://localhost`. Undefined for any other argument.
 */
function suggestOption(command: CommandUnknownOpts): string | undefined {
  const surplusArgument = command.args[command.registeredArguments.length] ?? ''
  const isUrl = /^https?:/i.test(surplusArgument)
  const isWorldFile = !isUrl && /\.(ya?ml|json)$/i.test(surplusArgument)
  if (!isUrl && !isWorldFile) return undefined

  const optionName = isUrl ? '--upstream' : '--world'
  const hasOption = command.options.some(({ long }) => long === optionName)
  return hasOption ? `; did you mean ${optionName} ${surplusArgument}?` : undefined
}

// Commander states no remedy for these errors, unless a similar name exists.
const codesWithoutRemedy: ReadonlySet<string> = new Set(
  ['missingArgument', 'excessArguments', 'unknownOption', 'unknownCommand'].map((name) => `commander.${name}`),
)

/**
 * Corrects the suggestion in a message. Commander suggests commands with a similar spelling, such as publish for unpublish.
 * The suggestion must not be the opposite of the word that the user typed.
 */
function correctSuggestion(message: string): string {
  const [suggestion = '', similarNames = ''] = / \(Did you mean (?:one of )?([^?]*)\?\)/.exec(message) ?? []
  const [, word = ''] = /'(?:--)?([^']*)'/.exec(message) ?? []

  const undoingCommand = undoingCommands.get(word.toLowerCase())
  if (suggestion === '' && undoingCommand === undefined) return message

  const names = similarNames.split(', ').filter((name) => !isOpposite(name.replace(/^--/, ''), word))
  const corrected = undoingCommand ?? names.join(' or ')
  return message.replace(suggestion, '') + (corrected === '' ? '' : ` (Did you mean ${corrected}?)`)
}

/** The commands that undo others, by words that people try. */
const undoingCommands: ReadonlyMap<string, string> = new Map([
  ['unarchive', 'restore'],
  ['dearchive', 'restore'],
  ['unfreeze', 'follow'],
  ['thaw', 'follow'],
  ['depublish', 'unpublish'],
  ['retract', 'unpublish'],
])

/** Returns the innermost command that the user typed, such as `world` of `wfhost-mock ctl world`. */
function findTypedCommand(command: CommandUnknownOpts): CommandUnknownOpts {
  // Without the options, which can come before the name of a command.
  const [first = ''] = command.args
  const inner = command.commands.find((subcommand) => subcommand.name() === first || subcommand.aliases().includes(first))
  return inner === undefined ? command : findTypedCommand(inner)
}

/** Returns the words of a command, such as `wfhost-mock ctl world`. */
function getCommandLine(command: CommandUnknownOpts): string {
  return command.parent === null ? command.name() : `${getCommandLine(command.parent)} ${command.name()}`
}

function listCommands(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return [command, ...command.commands.flatMap(listCommands)]
}
