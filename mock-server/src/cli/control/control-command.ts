import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { toPrintableLine } from '@wfhost/internal/printable'
import { findErrorTerminal, waitWithProgress } from '@wfhost/internal/wait-visibly'
import { MockControlError } from '../../host/control-connection.ts'
import { toJsonSchema } from '../../schema/check.ts'
import { type ControlOperationName, controlOperations } from '../../schema/control.ts'
import { groupByOperation, groupTitles, operationNames } from '../../schema/control-groups.ts'
import { readWorldFileWithFaker } from '../../world-file/read-world-file.ts'
import { CommandLineError, exitCodes } from '../exit-codes.ts'
import { toCommandLineName } from '../member-words.ts'
import type { Print } from '../print.ts'
import { readTextFile } from '../read-text-file.ts'
import { describe, describePlaceholder, formatKinds, listMembers, type Member, readValue, toHyphens } from './control-members.ts'
import { type ControlTarget, createOperationCaller, readTarget } from './control-target.ts'
import { followRequests, formatResult } from './print-result.ts'
import { createWorldCommand } from './world-command.ts'

/** Frequent operations have a short name. Each operation also has its own name with hyphens. */
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

/** The messages that confirm an operation which another one undoes. */
const confirmationMessages: Partial<Record<ControlOperationName, (flowId: string) => string>> = {
  publishWorkflow: (flowId) => `Published workflow "${flowId}": it can be run with this key`,
  unpublishWorkflow: (flowId) => `Unpublished workflow "${flowId}": it keeps its key, and cannot be run until it is published`,
  archiveWorkflow: (flowId) => `Archived workflow "${flowId}": it keeps its key, and cannot be run until it is restored`,
  restoreWorkflow: (flowId) => `Restored workflow "${flowId}": it has the same state and key as before`,
}

/** The messages for a value that does not exist, where the server returns nothing instead of an error. */
const missingValueMessages: Partial<Record<ControlOperationName, (flowId: string) => string>> = {
  workflowKey: (flowId) => `Workflow "${flowId}" has no key: it does not exist, or it was never published`,
}

/** The operation that sets the value which another one reads. Its further arguments can follow those of the other one. */
const setters: Partial<Record<ControlOperationName, ControlOperationName>> = { creditBalance: 'setCredits' }

const helpExamples = `
Examples:
  wfhost-mock ctl publish draft
  wfhost-mock ctl fault status --status 503 --flow-id echo --count 2
  wfhost-mock ctl requests --follow
  wfhost-mock ctl runs --json | jq '.[] | select(.status == "failed")'
  wfhost-mock ctl world create my-test
  wfhost-mock ctl --world my-test credits acme 0`

/**
 * Creates the command that controls a running server. Tests change the server through an HTTP API. Each operation has a
 * subcommand, such as `wfhost-mock ctl publish draft`.
 */
export function createControlCommand(print: Print): CommandUnknownOpts {
  const control = new Command('ctl')
    .description('control a server that runs: publish, add faults, move the clock, show runs and requests')
    .optionsGroup('Server:')
    .addOption(new Option('--url <url>', 'the URL of the server').env('WFHOST_MOCK_URL').default('http://127.0.0.1:4010'))
    // `readToken` reads the variable instead of `.env()`, so that its errors can name the variable.
    .option('--token <token>', 'the token of the server (WFHOST_MOCK_TOKEN)')
    .option('--world <id>', 'a world under /worlds/ (default: the one at /)')
    .optionsGroup('Output:')
    .option('--json', 'print JSON')
    // Lists the subcommands by name alone. The help of each subcommand shows its arguments.
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText('after', helpExamples)

  // The help lists the subcommands in groups, such as `Clock`.
  for (const [group, title] of Object.entries(groupTitles)) {
    const operationsInGroup = operationNames.filter((name) => groupByOperation[name] === group)
    for (const name of operationsInGroup) control.addCommand(createOperationCommand(name, print).helpGroup(`${title}:`))
  }
  control.addCommand(createWorldCommand(print).helpGroup('Worlds:'))
  return control
}

/** The arguments and options of the command for an operation. */
interface OperationParameters {
  readonly required: readonly Member[]
  readonly optional: readonly Member[]
  /** The arguments that make the command set a value instead of reading it. */
  readonly settable: readonly Member[]
}

function readParameters(name: ControlOperationName): OperationParameters {
  const members = listMembers(toJsonSchema(controlOperations[name].input))
  const required = members.filter((member) => member.required)
  const optional = members.filter((member) => !member.required)

  const setter = setters[name]
  if (setter === undefined) return { required, optional, settable: [] }
  // The setter has the arguments of the reading operation first.
  const settable = listMembers(toJsonSchema(controlOperations[setter].input)).slice(required.length)
  return { required, optional, settable }
}

/**
 * Creates the command for an operation, such as `wfhost-mock ctl credits <orgId> [credits]`. Its arguments and options are the
 * members of the input of the operation:
 *
 * - A required member is an argument.
 * - An optional member is an option.
 * - A value that can be set is an optional argument. With it, the command sets the value. Without it, it shows the value.
 */
function createOperationCommand(name: ControlOperationName, print: Print): CommandUnknownOpts {
  const parameters = readParameters(name)
  const longName = toHyphens(name)
  const command: CommandUnknownOpts = new Command(shortNames[name] ?? longName)
  command.description(controlOperations[name].description)
  if (command.name() !== longName) command.alias(longName)

  addParameters(command, parameters)
  command.addHelpText('after', (context) => {
    const inputSchema = toJsonSchema(controlOperations[name].input)
    return formatKinds(inputSchema, context.command.createHelp())
  })
  // The stream of new exchanges is not an operation, so no schema describes this option.
  if (name === 'journal') command.option('--follow', 'shows new exchanges as they arrive, until it is interrupted')

  return command.action(() => {
    const target = readTarget(command, print)
    const { follow = false }: { readonly follow?: boolean } = command.opts()
    return follow ? showNewRequests(target) : runOperation(name, target, { command, parameters })
  })
}

function addParameters(command: CommandUnknownOpts, { optional, required, settable }: OperationParameters): void {
  for (const member of required) {
    command.argument(`<${toCommandLineName(member.name)}>`, describe(member.schema, member.name))
  }

  for (const member of settable) {
    const description = `${describe(member.schema, member.name)} Sets this value; without it, the value is shown.`
    command.argument(`[${toCommandLineName(member.name)}]`, description)
  }

  for (const member of optional) {
    const flag = `--${toHyphens(toCommandLineName(member.name))}`
    command.option(`${flag} ${describePlaceholder(member.schema, member.name)}`, describe(member.schema, member.name))
  }
}

/** The command that the user typed, with what its arguments and options mean. */
interface CommandLine {
  readonly command: CommandUnknownOpts
  readonly parameters: OperationParameters
}

/**
 * Runs a command such as `wfhost-mock ctl credits acme 0`: calls an operation of a running server with the arguments and options
 * of the command line, and prints the result.
 *
 * Some commands have two operations. The command `credits acme` calls `creditBalance`, its default operation. The command
 * `credits acme 0` has a value to set, so it calls `setCredits`.
 */
async function runOperation(
  defaultOperation: ControlOperationName,
  target: ControlTarget,
  { command, parameters }: CommandLine,
): Promise<void> {
  const callOperation = await createOperationCaller(target)
  const operation = chooseOperation(defaultOperation, command, parameters)
  const commandLineInput = readCommandLineInput(command, parameters)
  // `reload` sends the content of the world file, because the server may run on another machine.
  const input = operation === 'reload' ? await readReloadInput(commandLineInput) : commandLineInput

  try {
    const result = await waitWithProgress(callOperation(operation, input), { terminal: findErrorTerminal() })
    printOutcome(operation, { result, flowId: String(input['flowId']) }, target)
  } catch (error) {
    // The message names members of the input, such as `flowId`. The user entered options, such as `--flow-id`, and arguments.
    throw replaceMemberNames(error, command)
  }
}

/** Prints new exchanges as they arrive, until the user interrupts the command. */
async function showNewRequests(target: ControlTarget): Promise<void> {
  const call = await createOperationCaller(target)
  // Reports a server that cannot be reached, before the connection stays open.
  await call('readClock', {})
  return followRequests(target)
}

/**
 * Returns the operation that the arguments mean. Some commands have two operations: `credits acme` reads a value, and
 * `credits acme 0` sets it with the operation `setCredits`.
 */
function chooseOperation(
  name: ControlOperationName,
  command: CommandUnknownOpts,
  parameters: OperationParameters,
): ControlOperationName {
  const hasValueToSet = command.args.length > parameters.required.length
  return hasValueToSet ? (setters[name] ?? name) : name
}

/** Reads the input of an operation from the arguments and options that the user has entered. */
function readCommandLineInput(
  command: CommandUnknownOpts,
  { optional, required, settable }: OperationParameters,
): Record<string, unknown> {
  const options: Readonly<Record<string, unknown>> = command.opts()
  const input: Record<string, unknown> = {}

  for (const [index, member] of [...required, ...settable].entries()) {
    const text = command.args[index]
    if (text !== undefined) input[member.name] = readValue(text, member)
  }
  for (const member of optional) {
    const value = options[toCommandLineName(member.name)]
    if (value !== undefined) input[member.name] = typeof value === 'string' ? readValue(value, member) : value
  }
  return input
}

/**
 * Reads the world file that the input of `reload` names, and replaces its name by its text. The server may run on another
 * machine, so it expects the text. Problems of the file are reported here, because the server does not have its name.
 */
async function readReloadInput(input: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const file = String(input['world'])
  const text = await readTextFile(file)
  await readWorldFileWithFaker(text, file)
  return { ...input, world: text }
}

interface OperationOutcome {
  readonly result: unknown
  /** The workflow of the operation. Operations without a workflow have no messages that contain it. */
  readonly flowId: string
}

/**
 * Prints the result of an operation on stdout, and messages for a person on stderr, such as the confirmation of
 * `wfhost-mock ctl publish`. Sets the exit code if something is wrong with the result.
 */
function printOutcome(
  operation: ControlOperationName,
  { flowId, result }: OperationOutcome,
  { json, print }: ControlTarget,
): void {
  const confirmation = confirmationMessages[operation]?.(flowId)
  if (confirmation !== undefined && !json) console.error(toPrintableLine(confirmation))

  for (const line of formatResult(result, { json, name: operation })) print(line)

  // Only `ctl key` expects a value that can be missing: a workflow that was never published has no key.
  const missingMessage = result === undefined ? missingValueMessages[operation]?.(flowId) : undefined
  if (missingMessage !== undefined) reportMissingValue(missingMessage)
  else if (hasFailedInPart(operation, result)) process.exitCode = exitCodes.failure
}

/** Reports that a value is missing. A script that reads the value from stdout must not continue without it. */
function reportMissingValue(message: string): void {
  console.error(`wfhost-mock: ${toPrintableLine(message)}`)
  // Other operations refuse a workflow that does not exist, so the exit code is the same.
  process.exitCode = exitCodes.refused
}

/** Whether an operation succeeded only in part: `syncRegistries` returns the registries that could not be read. */
function hasFailedInPart(operation: ControlOperationName, result: unknown): boolean {
  return operation === 'syncRegistries' && Array.isArray(result) && result.length > 0
}

/**
 * Replaces the member of an operation in a message of the server by the argument or option that the user typed. The error
 * then belongs to the command line, so that the command exits with 2. Returns another error unchanged.
 */
function replaceMemberNames(error: unknown, command: CommandUnknownOpts): unknown {
  if (!(error instanceof MockControlError)) return error
  // The path of a value begins with the member, as in `latency.ms: expected a number`. Another reason, such as an unknown
  // workflow, is a refusal of the server.
  const memberPattern = /^Cannot (?:call \w+|add fault [\w-]+|add a fault): (\w+)([:.[].*)$/s
  const [, member = '', problem] = memberPattern.exec(error.message) ?? []
  if (problem === undefined) return error

  const message = `Cannot run ctl ${command.name()}: ${findTypedName(command, member)}${problem}`
  return new CommandLineError(message, { cause: error })
}

function findTypedName(command: CommandUnknownOpts, member: string): string {
  const word = toCommandLineName(member)
  const isArgument = command.registeredArguments.some((argument) => argument.name() === word)
  if (isArgument) return `<${word}>`
  const isOption = command.options.some((option) => option.attributeName() === word)
  return isOption ? `--${toHyphens(word)}` : member
}
