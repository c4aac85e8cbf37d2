import { expect, test } from 'vitest'
import { createProgram as createConformance } from '../contract-tests/src/cli/program.ts'
import { createControlCommand } from '../mock-server/src/cli/control/control-command.ts'
import { createProgram as createMock } from '../mock-server/src/cli/program.ts'
import { guardIo, type Io } from '../sdk/src/cli/io.ts'
import { createProgram as createClient } from '../sdk/src/cli/program.ts'

type AnyCommand = ReturnType<typeof createMock>

function fail(): never {
  throw new Error('The help is read, and no command runs')
}

const never = new AbortController().signal
const io: Io = {
  out: fail,
  err: fail,
  input: fail,
  inputTerminal: false,
  terminal: undefined,
  environment: {},
  stop: never,
  abandon: never,
}

const programs: readonly AnyCommand[] = [
  createClient(guardIo(io), fail),
  createMock(),
  createControlCommand(),
  createConformance({ environment: {}, colour: false, print: fail, printError: fail }, fail),
]

/** The commands that print code, a script or a schema, and one that passes its words to another program. */
const withoutJson = new Set(['wfhost types', 'wfhost-mock types', 'wfhost queue'])

interface NamedCommand {
  readonly name: string
  readonly command: AnyCommand
  readonly hasJson: boolean
}

/** Lists a command and those below it. A command also accepts `--json` of the commands above it. */
function listCommands(command: AnyCommand, above = '', isJsonAbove = false): NamedCommand[] {
  const name = `${above} ${command.name()}`.trim()
  const hasJson = isJsonAbove || command.options.some(({ long }) => long === '--json')
  return [{ name, command, hasJson }, ...command.commands.flatMap((child) => listCommands(child, name, hasJson))]
}

const commands = programs.flatMap((program) => listCommands(program))

test('the help of each program shows its commands under a title', () => {
  const withoutGroup = programs.flatMap(({ commands: children }) => children.filter((command) => command.helpGroup() === ''))
  expect(withoutGroup.map((command) => command.name())).toEqual([])
})

test('the help of each command shows its options under a title', () => {
  // The members of one operation of the control API are one group.
  const grouped = commands.filter(({ name }) => !name.startsWith('ctl '))
  const withoutGroup = grouped.flatMap(({ command, name }) =>
    command.options
      .filter(({ helpGroupHeading, long }) => helpGroupHeading === undefined && long !== '--version')
      .map(({ flags }) => `${name} ${flags}`),
  )
  expect(withoutGroup).toEqual([])
})

test('each command that prints a result prints it as JSON on demand', () => {
  const printing = commands.filter(({ command }) => command.commands.length === 0)
  const withJson = printing.filter(({ name }) => !/ (?:schema|completion)$/.test(name) && !withoutJson.has(name))
  expect(withJson.filter(({ hasJson }) => !hasJson).map(({ name }) => name)).toEqual([])
  expect(withJson.length).toBeGreaterThan(50)
})
