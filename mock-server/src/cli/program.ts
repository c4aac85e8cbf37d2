import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { toPrintable, toPrintableJson } from '@wfhost/internal/printable'
import manifest from '../../package.json' with { type: 'json' }
import { reachableOriginOf } from '../adapters/http/bind.ts'
import { createMockService } from '../core/create-mock-service.ts'
import { sampleConformanceConfig } from '../sample-world/conformance-config.ts'
import { type Assumptions, listAssumptions } from '../schema/assumptions.ts'
import { openWorld } from './open-world.ts'
import { readTextFile } from './read-text-file.ts'
import { serve } from './serve.ts'
import { createGuardCommand, createRecordCommand, createReplayCommand, createServeCommand, options } from './serve-options.ts'

export function createProgram(): CommandUnknownOpts {
  const { assume, host, json, port, tlsCert, tlsKey } = options
  const program = createServeCommand('wfhost-mock')
    .usage('[command] [options]')
    .version(manifest.version, '-v, --version', 'print the version')
    .helpCommand('help [command]', 'says what a command takes')
    // An option after the name of a command is that command's.
    .enablePositionalOptions()
    .addHelpText('after', afterHelp)
    .action((values, command) => serve({ kind: 'world' }, { values, command }))
  const commands = [
    createServeCommand('serve').action((values, command) => serve({ kind: 'world' }, { values, command })),
    createGuardCommand().action(({ upstream, ...values }, command) => serve({ kind: 'guard', upstream }, { values, command })),
    createRecordCommand().action(({ output, upstream, ...values }, command) =>
      serve({ kind: 'record', upstream, output }, { values, command }),
    ),
    createReplayCommand().action((recording, values, command) => serve({ kind: 'replay', recording }, { values, command })),
    new Command('world-from')
      .description('prints a world file that answers as a recording does, and on stderr what it lacks of it')
      .argument('<recording>', 'such as recorded.har')
      .action(printWorldFrom),
    new Command('check')
      .description(
        'validates a world file and reports the problems; with --json as {file, valid, problems: [{line, path, message}]}',
      )
      .argument('<file>')
      .addOption(json)
      .action(check),
    new Command('assumptions')
      .description('lists what was chosen where the source document is silent')
      .addOption(assume)
      .addOption(json)
      .action(({ assume: assumed, json: inJson }) =>
        console.log(inJson ? assumptionsInJson(assumed) : assumptionsInText(assumed)),
      ),
    new Command('openapi')
      .description('prints the OpenAPI document of the API, or of the control surface')
      .addArgument(new Argument('[document]').choices(['api', 'control']).default('api'))
      .addOption(json)
      .action(printDocument),
    new Command('schema').description('prints the JSON Schema of world files, for editors').action(printSchema),
    new Command('conformance-config')
      .description('prints a wfhost-conformance configuration for the sample world')
      .addOption(host)
      .addOption(port)
      .addOption(tlsCert)
      .addOption(tlsKey)
      .action(async (values) => {
        const url = reachableOriginOf({ ...values, secure: values.tlsCert !== undefined })
        console.log(await inYaml(sampleConformanceConfig(url)))
      }),
  ]
  for (const command of commands) program.addCommand(command)
  return program
}

const afterHelp = `
Examples:
  wfhost-mock                                      the sample world at http://127.0.0.1:4010
  wfhost-mock --port 0 --json                      a free port, printed in one line of JSON
  wfhost-mock --world world.yaml --assume defaultMode=async
  wfhost-mock check world.yaml
  wfhost-mock openapi --json > openapi.json
  wfhost-mock guard --upstream https://workflows.example
  wfhost-mock record --upstream https://workflows.example --output recorded.har
  wfhost-mock replay recorded.har
  wfhost-mock world-from recorded.har > world.yaml

Exit codes:
  0  success, or stopped by a signal after every request in progress was answered
  1  failure, with the reason: the port is in use, the world file is invalid
  2  invalid command line`

async function check(file: string, { json }: { readonly json?: true | undefined }): Promise<void> {
  try {
    const { assumptions, seed } = await openWorld(file)
    createMockService(seed, { assumptions }).stop()
  } catch (error) {
    if (!json) throw error
    console.log(toPrintableJson(JSON.stringify({ file, valid: false, problems: problemsOf(error) })))
    process.exitCode = 1
    return
  }
  console.log(json ? JSON.stringify({ file, valid: true, problems: [] }) : `${file} is a world`)
}

/** Problems of a world file have a line and a path; a file that cannot be read has neither. */
function problemsOf(error: unknown): unknown {
  if (error instanceof Error && 'problems' in error) return error.problems
  return [{ message: error instanceof Error ? error.message : String(error) }]
}

/** A value that JSON lacks is shown as none. */
function assumptionsInJson(assumed: Partial<Assumptions>): string {
  const listed = listAssumptions(assumed).map(({ options: chosen, ...assumption }) => ({
    ...assumption,
    options: chosen.map(({ choices, name, value = 'none' }) => ({ name, value, choices: choices.map((each) => each ?? 'none') })),
  }))
  return JSON.stringify(listed, null, 2)
}

function assumptionsInText(assumed: Partial<Assumptions>): string {
  const written = (value: unknown = 'none'): string => (typeof value === 'string' ? value : JSON.stringify(value))
  const entries = listAssumptions(assumed).map(({ options: chosen, question, requirement }) => {
    const lines = chosen.map(
      ({ choices, name, value }) => `    ${name}=${written(value)}  of ${choices.map((choice) => written(choice)).join(', ')}`,
    )
    return [`${requirement}: ${question}`, ...lines].join('\n')
  })
  return entries.join('\n')
}

async function printDocument(which: string, { json }: { readonly json?: true | undefined }): Promise<void> {
  if (which === 'api' && !json) {
    // The hand-written file, with its comments.
    const file = createRequire(import.meta.url).resolve('@wfhost/openapi/openapi.yaml')
    return console.log((await readFile(file, 'utf8')).trimEnd())
  }
  const document =
    which === 'api' ? (await import('@wfhost/openapi')).document : (await import('../host/control-document.ts')).controlDocument()
  console.log(json ? JSON.stringify(document, null, 2) : await inYaml(document))
}

async function printSchema(): Promise<void> {
  const { createWorldSchema } = await import('../schema/described-world.ts')
  console.log(JSON.stringify(createWorldSchema(), null, 2))
}

async function printWorldFrom(recording: string): Promise<void> {
  const { worldFrom } = await import('../guard/world-from.ts')
  const { notes, world } = worldFrom(await readTextFile(recording))
  console.error(toPrintable(notes.join('\n')))
  if (world === undefined) throw new Error(`Cannot make a world of ${recording}: it has no exchange that tells of one`)
  console.log(await inYaml(world))
}

async function inYaml(value: object): Promise<string> {
  return (await import('../world-file/in-yaml.ts')).inYaml(value)
}
