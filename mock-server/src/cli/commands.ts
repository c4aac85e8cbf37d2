import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { originOf } from '../adapters/http/bind.ts'
import { createMockService } from '../core/create-mock-service.ts'
import { sampleConformanceConfig } from '../sample-world/conformance-config.ts'
import { listAssumptions } from '../schema/profile.ts'
import { CommandLineError, type OptionName, type Values } from './command-line.ts'
import { openWorld } from './open-world.ts'
import { readPort, readProfile } from './read-options.ts'
import { serve } from './serve.ts'

export interface Command {
  readonly name: string
  /** The argument after its name; none if undefined. */
  readonly operand?: { readonly name: string; readonly optional?: boolean }
  /** The options that it uses, besides the general ones. @default all */
  readonly options?: readonly OptionName[]
  readonly help: string
  /** @param given - the options that are on the command line, without the general ones. */
  run(values: Values, operand: string | undefined, given: readonly string[]): void | Promise<void>
}

export const commands: readonly Command[] = [
  { name: 'serve', help: 'serves a world of workflows and tool sets; the default command', run: serve },
  {
    name: 'check',
    operand: { name: 'file' },
    options: [],
    help: 'validates a world file and reports the problems; with --json as {file, valid, problems: [{line, path, message}]}',
    run: check,
  },
  {
    name: 'assumptions',
    options: ['assume'],
    help: 'lists what was chosen where the source document is silent',
    run: ({ assume, json }) =>
      console.log(json ? JSON.stringify(listAssumptions(readProfile(assume)), null, 2) : assumptions(assume)),
  },
  {
    name: 'openapi',
    operand: { name: 'api|control', optional: true },
    options: [],
    help: 'prints the OpenAPI document of the API (api) or of the control surface (control); with --json as JSON',
    run: printDocument,
  },
  { name: 'schema', options: [], help: 'prints the JSON Schema of world files, for editors', run: printSchema },
  {
    name: 'conformance-config',
    options: ['host', 'port', 'tls-cert', 'tls-key'],
    help: 'prints a wfhost-conformance configuration for the sample world',
    run: async ({ host, port, 'tls-cert': certificate }) => {
      const url = originOf({ host, port: readPort(port), secure: certificate !== undefined })
      console.log(await inYaml(sampleConformanceConfig(url)))
    },
  },
]

/** Reads a world file and creates a service from it, to find all its mistakes. */
async function check({ json }: Values, file: string | undefined): Promise<void> {
  try {
    const { profile, seed } = await openWorld(file)
    createMockService(seed, { profile }).stop()
  } catch (error) {
    if (!json) throw error
    console.log(JSON.stringify({ file, valid: false, problems: problemsOf(error) }))
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

function assumptions(chosen: readonly string[]): string {
  const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
  const entries = listAssumptions(readProfile(chosen)).map(({ options, question, requirement }) => {
    const lines = options.map(
      ({ choices, name, value }) => `    ${name}=${written(value)}  of ${choices.map(written).join(', ')}`,
    )
    return [`${requirement}: ${question}`, ...lines].join('\n')
  })
  return entries.join('\n')
}

async function printDocument({ json }: Values, which = 'api'): Promise<void> {
  if (which !== 'api' && which !== 'control') {
    throw new CommandLineError(`Cannot print the document of "${which}": expected api or control`)
  }
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
  const { createWorldSchema } = await import('../schema/world.ts')
  console.log(JSON.stringify(createWorldSchema(), null, 2))
}

async function inYaml(value: object): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(value).trimEnd()
}
