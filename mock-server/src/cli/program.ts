import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { formatCompletion, shells } from '@wfhost/internal/completion'
import { getConformanceSchemaUrl } from '@wfhost/internal/documentation'
import { toPrintableJson } from '@wfhost/internal/printable'
import manifest from '../../package.json' with { type: 'json' }
import { findReachableOrigin } from '../adapters/http/bind.ts'
import { createMockService } from '../core/create-mock-service.ts'
import { createSampleConformanceConfig } from '../sample-world/conformance-config.ts'
import { type Assumptions, listAssumptions } from '../schema/assumptions.ts'
import { exitCodeOf } from './exit-codes.ts'
import type { Print } from './print.ts'
import { nameOfFile, readTextFile } from './read-text-file.ts'
import { serve } from './serve.ts'
import {
  createGuardCommand,
  createRecordCommand,
  createReplayCommand,
  createServeCommand,
  sharedOptions,
} from './serve-options.ts'
import { openWorld } from './world/open-world.ts'

/** Creates the command line: without a command it serves a world, and each command is one of its subcommands. */
export function createProgram(print: Print): CommandUnknownOpts {
  const program = createServeCommand('wfhost-mock')
    .usage('[command] [options]')
    .version(manifest.version, '-v, --version', 'print the version')
    .helpCommand('help [command]', 'show the options of a command')
    // An option after the name of a command belongs to that command.
    .enablePositionalOptions()
    .addHelpText('after', afterHelp)
    .action((options, command) => serve({ kind: 'world' }, { options, command }))

  const commands = [...createServingCommands(), ...createOfflineCommands(print), createCompletionCommand(program, print)]
  for (const command of commands) program.addCommand(command.helpGroup(groupOf[command.name()] ?? ''))
  return program
}

/** The title in the help of each command. */
const groupOf: Readonly<Record<string, string>> = {
  serve: 'Serve:',
  guard: 'Serve:',
  record: 'Serve:',
  replay: 'Serve:',
  check: 'World files:',
  init: 'World files:',
  types: 'World files:',
  assumptions: 'Documents:',
  openapi: 'Documents:',
  'conformance-config': 'Documents:',
  schema: 'Editors and shells:',
  completion: 'Editors and shells:',
}

function createCompletionCommand(program: CommandUnknownOpts, print: Print): CommandUnknownOpts {
  return new Command('completion')
    .description('print a script that completes the command line in bash, zsh or fish')
    .addArgument(new Argument('<shell>').choices(shells))
    .addOption(sharedOptions.json)
    .action(async (shell, { json }) => {
      const completeProgram = {
        name: () => program.name(),
        description: () => program.description(),
        options: program.options,
        registeredArguments: program.registeredArguments,
        commands: await listCompleteCommands(program, print),
      }
      print(formatCompletion(completeProgram, { shell, json }))
    })
}

/** Lists the commands of the program. The command `ctl` of the program has no subcommands, which are loaded on demand. */
async function listCompleteCommands(program: CommandUnknownOpts, print: Print): Promise<readonly CommandUnknownOpts[]> {
  const { createControlCommand } = await import('./control/control-command.ts')
  return program.commands.map((command) => (command.name() === 'ctl' ? createControlCommand(print) : command))
}

/** Creates the commands that serve until a signal ends them. */
function createServingCommands(): readonly CommandUnknownOpts[] {
  return [
    createServeCommand('serve').action((options, command) => serve({ kind: 'world' }, { options, command })),
    createGuardCommand().action(({ upstream, ...options }, command) => serve({ kind: 'guard', upstream }, { options, command })),
    createRecordCommand().action(({ output, upstream, ...options }, command) =>
      serve({ kind: 'record', upstream, output }, { options, command }),
    ),
    createReplayCommand().action((recording, options, command) => serve({ kind: 'replay', recording }, { options, command })),
  ]
}

/** Creates the commands that start no server: they read or write a file, or print a document. */
function createOfflineCommands(print: Print): readonly CommandUnknownOpts[] {
  return [...createWorldFileCommands(print), ...createDocumentCommands(print)]
}

/** Creates the commands that read or write a world file. */
function createWorldFileCommands(print: Print): readonly CommandUnknownOpts[] {
  return [
    new Command('check')
      .description(
        'validate a world file and report the problems; with --json as {file, valid, problems: [{line, path, message}]}',
      )
      .argument('<file>', 'the world file; - reads standard input')
      .addOption(sharedOptions.json)
      .action((file, options) => checkWorldFile(file, options, print)),
    new Command('init')
      .description('write the sample world as a world file to begin with, and its JSON Schema for editors')
      .argument('[file]', 'the world file', 'world.yaml')
      .addOption(sharedOptions.json)
      .action((file, options) => initWorldFile(file, options, print)),
    new Command('types')
      .description('print TypeScript definitions of the workflows of a world file, for a typed client')
      .argument('<file>', 'the world file; - reads standard input')
      .addOption(sharedOptions.json)
      .action((file, options) => printTypes(file, options, print)),
  ]
}

/** Creates the commands that print a document, a configuration or a schema. */
function createDocumentCommands(print: Print): readonly CommandUnknownOpts[] {
  return [
    new Command('assumptions')
      .description('list what was chosen where the source document is silent')
      .addOption(sharedOptions.assume)
      .addOption(sharedOptions.json)
      .action((options) => printAssumptions(options, print)),
    new Command('openapi')
      .description('print the OpenAPI document of the API, or of the control surface')
      .addArgument(new Argument('[document]').choices(['api', 'control']).default('api'))
      .addOption(sharedOptions.json)
      .action((documentName, options) => printDocument(documentName, options, print)),
    new Command('conformance-config')
      .description('print a wfhost-conformance configuration for the sample world')
      .addOption(sharedOptions.host)
      .addOption(sharedOptions.port)
      .addOption(sharedOptions.tlsCert)
      .addOption(sharedOptions.tlsKey)
      .addOption(sharedOptions.json)
      .action((options) => printConformanceConfig(options, print)),
    new Command('schema')
      .description('print the JSON Schema of world files, for editors')
      .addOption(sharedOptions.json)
      .action((options) => printSchema(options, print)),
  ]
}

const afterHelp = `
Examples:
  wfhost-mock                                      the sample world at http://127.0.0.1:4010
  wfhost-mock --port 0 --json                      a free port, printed in one line of JSON
  wfhost-mock --world world.yaml --assume defaultMode=async
  wfhost-mock init world.yaml
  wfhost-mock check world.yaml
  wfhost-mock types world.yaml > workflows.ts
  wfhost-mock openapi --json > openapi.json
  wfhost-mock guard --upstream https://workflows.example
  wfhost-mock record --upstream https://workflows.example --output recorded.har
  wfhost-mock replay recorded.har

Exit codes:
  0    success, or stopped by a signal after the response to every request in progress
  1    failure, with the reason: the port is in use, check found problems in a world file
  2    usage or configuration: an unknown option, a wrong value, a file that cannot be read or is invalid
  3    refused: the server of ctl rejected the request, or has no such object
  6    not reached: ctl found no reference server
  7    the output could not be written
  141  output closed by its reader; a server continues without its output`

interface JsonOption {
  readonly json?: true | undefined
}

async function checkWorldFile(source: string, { json }: JsonOption, print: Print): Promise<void> {
  const file = nameOfFile(source)
  try {
    const { assumptions, seed } = await openWorld(source)
    createMockService(seed, { assumptions }).stop()
  } catch (error) {
    if (!json) throw error
    print(toPrintableJson(JSON.stringify({ file, valid: false, problems: problemsOf(error) })))
    process.exitCode = exitCodeOf(error)
    return
  }
  print(json ? JSON.stringify({ file, valid: true, problems: [] }) : `${file} is a world`)
}

/** Returns the problems of a world file. A file that cannot be read has one problem, without a line and a path. */
function problemsOf(error: unknown): unknown {
  if (error instanceof Error && 'problems' in error) return error.problems
  return [{ message: error instanceof Error ? error.message : String(error) }]
}

/** Formats assumptions as JSON. The text `none` replaces undefined, which JSON does not have. */
function formatAssumptionsAsJson(chosen: Partial<Assumptions>): string {
  const listed = listAssumptions(chosen).map((assumption) => ({
    ...assumption,
    options: assumption.options.map(({ choices, name, value = 'none' }) => ({
      name,
      value,
      choices: choices.map((choice) => choice ?? 'none'),
    })),
  }))
  return JSON.stringify(listed, null, 2)
}

function formatAssumptions(chosen: Partial<Assumptions>): string {
  const entries = listAssumptions(chosen).map(({ options: assumptionOptions, question, requirement }) => {
    const lines = assumptionOptions.map(({ choices, name, value }) => {
      const formattedChoices = choices.map((choice) => formatChoice(choice)).join(', ')
      return `    ${name}=${formatChoice(value)}  of ${formattedChoices}`
    })
    return [`${requirement}: ${question}`, ...lines].join('\n')
  })
  return entries.join('\n')
}

function formatChoice(value: unknown = 'none'): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface AssumptionOptions extends JsonOption {
  readonly assume: Partial<Assumptions>
}

function printAssumptions({ assume, json }: AssumptionOptions, print: Print): void {
  print(json ? formatAssumptionsAsJson(assume) : formatAssumptions(assume))
}

async function initWorldFile(file: string, options: JsonOption, print: Print): Promise<void> {
  const { initWorld } = await import('./init-world.ts')
  await initWorld(file, options, print)
}

interface ConformanceConfigOptions extends JsonOption {
  readonly host: string
  readonly port: number
  readonly tlsCert?: string | undefined
}

async function printConformanceConfig({ host, json, port, tlsCert }: ConformanceConfigOptions, print: Print): Promise<void> {
  const url = findReachableOrigin({ host, port, secure: tlsCert !== undefined })
  const config = createSampleConformanceConfig(url)
  if (json) return print(JSON.stringify(config, null, 2))

  // Editors read this line, which `wfhost-conformance init` also writes.
  const editorLine = `# yaml-language-server: $schema=${getConformanceSchemaUrl()}`
  print(`${editorLine}\n${await formatAsYaml(config)}`)
}

async function printDocument(which: string, { json }: JsonOption, print: Print): Promise<void> {
  if (which === 'api' && !json) {
    // The hand-written file, with its comments.
    const file = createRequire(import.meta.url).resolve('@wfhost/openapi/openapi.yaml')
    return print((await readFile(file, 'utf8')).trimEnd())
  }
  const document =
    which === 'api' ? (await import('@wfhost/openapi')).document : (await import('../host/control-document.ts')).controlDocument()
  print(json ? JSON.stringify(document, null, 2) : await formatAsYaml(document))
}

/** Prints the JSON Schema of world files. With `--json`, in one line. */
async function printSchema({ json }: JsonOption, print: Print): Promise<void> {
  const { createWorldSchema } = await import('../schema/described-world.ts')
  print(JSON.stringify(createWorldSchema(), null, json ? undefined : 2))
}

async function printTypes(file: string, { json }: JsonOption, print: Print): Promise<void> {
  const text = await readTextFile(file)
  // Loaded only if a file is read: YAML and the sandbox are large.
  const { readDescribedWorld } = await import('../world-file/read-world-file.ts')
  const { writeWorkflowTypes } = await import('../world-file/write-types.ts')
  const code = writeWorkflowTypes(readDescribedWorld(text, nameOfFile(file)), file)
  print(json ? JSON.stringify({ code }) : code.trimEnd())
}

async function formatAsYaml(value: object): Promise<string> {
  const { inYaml } = await import('../world-file/in-yaml.ts')
  return inYaml(value)
}
