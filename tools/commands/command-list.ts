import { createProgram as createConformanceProgram } from '../../contract-tests/src/cli/program.ts'
import { ExitDecision } from '../../contract-tests/src/engine/exit-code.ts'
import { createControlCommand } from '../../mock-server/src/cli/control/control-command.ts'
import { createProgram as createMockProgram } from '../../mock-server/src/cli/program.ts'
import { createQueueProgram } from '../../queue/src/queue-program.ts'
import { createProgram as createClientProgram } from '../../sdk/src/cli/program.ts'

/** A command of the library that all programs use. */
export type AnyCommand = ReturnType<typeof createMockProgram>

type Option = AnyCommand['options'][number]

/** A command with the words that call it. */
export interface ListedCommand {
  /** All names of the command, such as `wfhost-mock ctl credits` and `wfhost-mock ctl credit-balance`. */
  readonly names: readonly string[]
  readonly command: AnyCommand
  /** The options of the command, and those of a program that its commands also accept. */
  readonly options: readonly Option[]
}

function ignore(): void {}

/** Creates the programs that users start. They print nothing. */
export function createPrograms(): readonly AnyCommand[] {
  return [createClient(), createMock(), createConformance()]
}

/** Lists the commands of the three programs, and those of `wfhost queue`, which is a program of its own. */
export function listAllCommands(): readonly ListedCommand[] {
  const queue = createQueueProgram({ io: { out: ignore, err: ignore, stop: new AbortController().signal }, end: ignore })
  return [...createPrograms(), queue].flatMap((program) => listCommands(program, { prefixes: [], inherited: [] }))
}

interface Parent {
  readonly prefixes: readonly string[]
  readonly inherited: readonly Option[]
}

function listCommands(command: AnyCommand, { inherited, prefixes }: Parent): ListedCommand[] {
  const ownNames = [command.name(), ...command.aliases()]
  const names = prefixes.length === 0 ? ownNames : prefixes.flatMap((prefix) => ownNames.map((name) => `${prefix} ${name}`))
  const options = [...inherited, ...command.options]

  // The options of ctl choose the server for all its commands. The commands of other programs have only their own options.
  const sharesOptions = command.name() === 'ctl' || inherited.length > 0
  const parent = { prefixes: names, inherited: sharesOptions ? options : [] }
  return [{ names, command, options }, ...command.commands.flatMap((each) => listCommands(each, parent))]
}

function createClient(): AnyCommand {
  const never = new AbortController().signal
  const terminal = { input: () => process.stdin, inputTerminal: false, hasColours: false, terminal: undefined }
  const io = { ...terminal, out: ignore, err: ignore, environment: {}, stop: never, abandon: never }
  const printing = { outStyled: ignore, printTitle: ignore, printBox: () => false }
  return createClientProgram({ ...io, ...printing, redact: (value) => value }, ignore)
}

function createMock(): AnyCommand {
  const program = createMockProgram(ignore)
  program.addCommand(createControlCommand(ignore).helpGroup('A running server:'))
  return program
}

function createConformance(): AnyCommand {
  const exit = new ExitDecision(undefined)
  return createConformanceProgram({ environment: {}, colour: false, print: ignore, printError: ignore, exit })
}
