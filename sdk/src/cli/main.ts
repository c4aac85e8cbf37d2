import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { describeError, toLine } from '../batch-file/record-lines.ts'
import { isDryRun } from './create-clients.ts'
import { EXIT, exitCode, findRemedies, messageOf, UsageError } from './explain-error.ts'
import { guardIo, type Io } from './io.ts'
import { createProgram } from './program.ts'

export async function main(argv: readonly string[], surroundings: Io): Promise<number> {
  const io = guardIo(surroundings)
  let code: number = EXIT.success
  const program = createProgram(io, (ended) => {
    code = ended
  })
  const named = program.commands.find((each) => argv.includes(each.name()))
  const command = named?.name()
  try {
    await program.parseAsync(argv.length === 0 ? ['--help'] : argv, { from: 'user' })
    return code
  } catch (thrown) {
    if (isDryRun(thrown) || (thrown instanceof CommanderError && thrown.exitCode === 0)) return EXIT.success
    const error = thrown instanceof CommanderError ? new UsageError(explainUsage(thrown, named)) : thrown
    const message = messageOf(error, command)
    if (argv.includes('--json')) io.out(toLine({ error: describeError(error, message) }))
    for (const text of [message, ...findRemedies(error, command)]) io.err(`wfhost: ${text}\n`)
    return exitCode(error)
  }
}

/** Returns the message of commander, or a suggestion for a stray word. */
function explainUsage({ code, message }: CommanderError, command: CommandUnknownOpts | undefined): string {
  if (code === 'commander.help') return 'there is no such command'
  const word = code === 'commander.unknownOption' ? undefined : command?.args[command.registeredArguments.length]
  if (word === undefined) return message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')
  const options = command?.options.map(({ long }) => long) ?? []
  const file = options.includes('--input') ? `; a file of inputs is --input ${word}` : ''
  const argument = options.includes('--arg') && word.includes('=') ? `; an argument is --arg ${word}` : ''
  return `there is one thing too many: '${word}'${file}${argument}`
}
