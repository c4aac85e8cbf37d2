import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { toPrintableLine } from '@wfhost/internal/printable'
import { readJsonOrText } from '../core/json.ts'
import { type ControlConnection, connectControl } from '../host/control-connection.ts'
import { createMockControl, type MockControl, MockControlError, type RemoteWorld } from '../host/create-mock-control.ts'
import type { CallControl } from '../host/remote-service.ts'
import { toJsonSchema } from '../schema/check.ts'
import { type ControlOperationName, controlOperationNames, controlOperations } from '../schema/control.ts'
import { readWorldFileWithFaker } from '../world-file/read-world-file.ts'
import { followRequests, linesOf, type Target } from './print-result.ts'
import { isDuration, readDuration, wordOf } from './read-duration.ts'
import { readToken } from './read-options.ts'
import { readTextFile } from './read-text-file.ts'

/** What is done most often has a short name, and stands first; every operation has its own name with hyphens, too. */
const shortNames: Partial<Record<ControlOperationName, string>> = {
  publishWorkflow: 'publish',
  unpublishWorkflow: 'unpublish',
  archiveWorkflow: 'archive',
  restoreWorkflow: 'restore',
  regenerateKey: 'regenerate',
  workflowKey: 'key',
  creditBalance: 'credits',
  addFault: 'fault',
  runs: 'runs',
  journal: 'requests',
  readClock: 'clock',
  freezeClock: 'freeze',
  followClock: 'follow',
  advanceClock: 'advance',
}

/** What the commands that come in pairs say that they did. */
const done: Partial<Record<ControlOperationName, (flowId: string) => string>> = {
  publishWorkflow: (flowId) => `Published workflow "${flowId}": it can be run with this key`,
  unpublishWorkflow: (flowId) => `Unpublished workflow "${flowId}": it keeps its key, and cannot be run until it is published`,
  archiveWorkflow: (flowId) => `Archived workflow "${flowId}": it keeps its key, and cannot be run until it is restored`,
  restoreWorkflow: (flowId) => `Restored workflow "${flowId}": it is as it was before it was archived`,
}

/** The operation that sets what another one reads: its further arguments may follow those of the other. */
const setters: Partial<Record<ControlOperationName, ControlOperationName>> = { creditBalance: 'setCredits' }

const example = `
Examples:
  wfhost-mock ctl publish draft
  wfhost-mock ctl fault status --status 503 --flow-id echo --count 2
  wfhost-mock ctl requests --follow
  wfhost-mock ctl runs --json | jq '.[] | select(.status == "failed")'
  wfhost-mock ctl world create my-test
  wfhost-mock ctl --world my-test credits acme 0`

/** The command that controls a running server: a subcommand for each operation of its control surface. */
export function createControlCommand(): CommandUnknownOpts {
  const control = new Command('ctl')
    .description('controls a server that runs: publishes, adds faults, moves the clock, shows runs and requests')
    .addOption(new Option('--url <url>', 'the URL of the server').env('WFHOST_MOCK_URL').default('http://127.0.0.1:4010'))
    .option('--token <token>', 'the token of the server (WFHOST_MOCK_TOKEN)')
    .option('--world <id>', 'a world under /worlds/ (default: the one at /)')
    .option('--json', 'print JSON')
    // Arguments are in the help of each.
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText('after', example)
    .addCommand(createWorldCommand())
  for (const name of controlOperationNames) {
    control.addCommand(operationCommand(name).helpGroup(shortNames[name] === undefined ? 'Other commands:' : 'Commands:'))
  }
  return control
}

function createWorldCommand(): CommandUnknownOpts {
  return new Command('world')
    .alias('worlds')
    .description('Lists the worlds that were created, creates one, or removes one.')
    .addCommand(
      new Command('list').description('Lists the worlds that were created.').action(async (_options, command) => {
        const { control, json } = targetOf(command)
        print(linesOf((await control.listWorlds()).map(whereIs), { json }))
      }),
      { isDefault: true },
    )
    .addCommand(
      new Command('create')
        .description('Creates a world with a state of its own, or finds it, and says where it is.')
        .argument('[id]', 'its id; by default a random one')
        .action(async (id, _options, command) => {
          const { control, json } = targetOf(command)
          print(linesOf(whereIs(await control.createWorld(id)), { json }))
        }),
    )
    .addCommand(
      new Command('remove')
        .description('Removes a world that was created.')
        .argument('<id>', 'its id')
        .action(async (id, _options, command) => {
          await (await worldOf(targetOf(command).control, id)).remove()
        }),
    )
}

function whereIs({ id, url }: RemoteWorld): { readonly id: string; readonly url: string } {
  return { id, url }
}

function operationCommand(name: ControlOperationName): CommandUnknownOpts {
  const { description, input } = controlOperations[name]
  const members = membersOf(toJsonSchema(input))
  const [required, optional] = [true, false].map((each) => members.filter((member) => member.required === each))
  const setter = setters[name]
  const settable = setter === undefined ? [] : membersOf(toJsonSchema(controlOperations[setter].input)).slice(required?.length)
  const command: CommandUnknownOpts = new Command(shortNames[name] ?? hyphenated(name)).description(description)
  if (command.name() !== hyphenated(name)) command.alias(hyphenated(name))
  for (const { name: member, schema } of required ?? []) command.argument(`<${wordOf(member)}>`, describe(schema, member))
  for (const { name: member, schema } of settable)
    command.argument(`[${wordOf(member)}]`, `${describe(schema, member)} To set them.`)
  for (const { name: member, schema } of optional ?? []) {
    command.option(`--${hyphenated(wordOf(member))} ${placeholderOf(schema, member)}`, describe(schema, member))
  }
  if (name === 'journal') command.option('--follow', 'goes on with those to come, until it is interrupted')
  return command.action(async () => {
    const target = targetOf(command)
    const call = await callerFor(target)
    const options: Readonly<Record<string, unknown>> = command.opts()
    if (options['follow'] === true) {
      // Says what is wrong with a server that cannot be followed.
      await call('readClock', {})
      return followRequests(target)
    }
    const given = [
      ...[...(required ?? []), ...settable].map((member, index) => [member, command.args[index]] as const),
      ...(optional ?? []).map((member) => [member, options[wordOf(member.name)]] as const),
    ].flatMap(([member, value]) =>
      value === undefined ? [] : [[member.name, typeof value === 'string' ? readValue(value, member) : value] as const],
    )
    const sent = Object.fromEntries(given)
    // A world is a file here, and its mistakes stand in that file.
    if (name === 'reload') {
      const file = String(sent['world'])
      sent['world'] = await readTextFile(file)
      await readWorldFileWithFaker(String(sent['world']), file)
    }
    const called = setter !== undefined && command.args.length > (required ?? []).length ? setter : name
    // The server checks the arguments.
    const result: unknown = await call(called, sent as never).catch((error: unknown) => {
      throw inWordsOfCommand(error, command)
    })
    // Not among the lines that a script reads.
    const said = done[called]
    if (said !== undefined && !target.json) console.error(toPrintableLine(said(String(sent['flowId']))))
    print(linesOf(result, { json: target.json, name: called }))
    // What it returns is what went wrong.
    if (called === 'syncRegistries' && Array.isArray(result) && result.length > 0) process.exitCode = 1
  })
}

/** The message of the server, with the words that were typed: the command, its arguments, and its options. */
function inWordsOfCommand(error: unknown, command: CommandUnknownOpts): unknown {
  if (!(error instanceof MockControlError)) return error
  const [, member = '', problem] = /^Cannot (?:call \w+|add fault [\w-]+|add a fault): (\w+)(.*)$/s.exec(error.message) ?? []
  if (problem === undefined) return error
  const isArgument = command.registeredArguments.some((argument) => argument.name() === wordOf(member))
  const isOption = command.options.some((option) => option.attributeName() === wordOf(member))
  const typed = new Map([
    [isArgument, `<${wordOf(member)}>`],
    [isOption, `--${hyphenated(wordOf(member))}`],
  ])
  return new MockControlError(`Cannot run ctl ${command.name()}: ${typed.get(true) ?? member}${problem}`, { cause: error })
}

function print(lines: readonly string[]): void {
  for (const line of lines) console.log(line)
}

interface Member {
  readonly name: string
  readonly required: boolean
  readonly schema: Schema
}

type Schema = ReturnType<typeof toJsonSchema>

/** The members that an operation takes; those of a union, such as the kinds of faults, together. */
function membersOf(schema: Schema): Member[] {
  const variants = (schema.oneOf ?? schema.anyOf ?? [schema]) as readonly Schema[]
  const members = new Map<string, Member>()
  for (const { properties = {}, required = [] } of variants) {
    for (const [name, member] of Object.entries(properties)) {
      if (typeof member !== 'object') continue
      const always = required.includes(name) && variants.every((each) => each.required?.includes(name))
      members.set(name, { name, required: always, schema: variants.length > 1 && always ? kindOf(variants, name) : member })
    }
  }
  return [...members.values()]
}

/** What an argument means; one that is no plain value is JSON. */
function describe(schema: Schema, member: string): string {
  const { anyOf = [], description = '', examples: [example] = [], properties, type } = schema
  if (isDuration(member)) return `${description.replace(', in milliseconds', '')} Such as 30s or 500ms.`
  const members = properties ?? anyOf.map((each) => Object(each).properties).find(Boolean)
  const plain = type !== undefined && type !== 'object' && type !== 'array'
  const names = members === undefined ? '' : `: {${Object.keys(members).join(', ')}}`
  const shape = example === undefined ? names : ` such as ${JSON.stringify(example)}`
  return plain ? description : `${description} JSON${shape}`.trim()
}

function kindOf(variants: readonly Schema[], name: string): Schema {
  const kinds = variants.flatMap(({ properties }) => Object(properties?.[name]).const ?? [])
  return { type: 'string', description: `one of ${kinds.join(', ')}` }
}

/** Text stays text where text is expected; anything else is JSON, or is refused by the server as the text that it is. */
function readValue(text: string, { name, schema: { type } }: Member): unknown {
  if (isDuration(name)) return readDuration(text)
  return type === 'string' ? text : readJsonOrText(text)
}

function placeholderOf({ type }: Schema, member: string): string {
  if (type === 'boolean') return ''
  return isDuration(member) ? '<duration>' : '<value>'
}

function hyphenated(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

interface ControlTarget extends Target {
  readonly control: MockControl
  readonly connection: ControlConnection
}

function targetOf(command: CommandUnknownOpts): ControlTarget {
  const { json, token: given, url: address, world: named } = Object(command.optsWithGlobals())
  // A world's own address names both.
  const [, url = address, world = named] = /^(.*)\/worlds\/([^/]+)\/*$/.exec(address) ?? []
  const token = readToken(given, process.env)
  const control = createMockControl(url, token === undefined ? {} : { token })
  return { url, token, world, json: json === true, control, connection: connectControl(url, { token }) }
}

async function callerFor({ connection, control, world }: ControlTarget): Promise<CallControl> {
  if (world !== undefined) await worldOf(control, world)
  return connection.callerFor(world)
}

async function worldOf(control: MockControl, world: string): Promise<RemoteWorld> {
  const worlds = await control.listWorlds()
  const found = worlds.find(({ id }) => id === world)
  if (found === undefined) throw new MockControlError(`There is no world "${world}"; wfhost-mock ctl world lists them`)
  return found
}
