import { parseArgs } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import { createMockService } from '../core/create-mock-service.ts'
import { sampleConformanceConfig } from '../sample-world/conformance-config.ts'
import { openWorld } from './open-world.ts'
import { printAssumptions } from './print-assumptions.ts'
import { readProfile } from './read-profile.ts'
import { serve } from './serve.ts'
import { usage } from './usage.ts'

const options = {
  port: { type: 'string', default: '4010' },
  host: { type: 'string', default: '127.0.0.1' },
  world: { type: 'string' },
  token: { type: 'string' },
  cors: { type: 'boolean', default: false },
  assume: { type: 'string', multiple: true, default: [] as string[] },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const

/** Does what the command line says. What is wrong with it, or with the port, is one line and an exit code of 1. */
export async function runCommand(args: readonly string[]): Promise<void> {
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [command = 'serve', ...more] = positionals
    if (values.help) return console.log(usage)
    if (values.version) return console.log(manifest.version)
    if (command === 'check' && more.length === 1) return await check(more[0])
    if (more.length > 0) throw new Error(`expected one command, found also "${more.join(' ')}"`)
    const profile = readProfile(values.assume)
    if (command === 'assumptions') return console.log(printAssumptions(profile, { json: values.json }))
    if (command === 'schema') return await printSchema()
    if (command === 'conformance-config') return await printConformanceConfig(`http://${values.host}:${portOf(values.port)}`)
    if (command !== 'serve')
      throw new Error(`expected serve, check <file>, assumptions, conformance-config or schema, found "${command}"`)
    const { cors, host, token, world: file } = values
    await serve({ host, port: portOf(values.port), file, profile, token, cors })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // A world file may have many problems, each with its line.
    console.error(`wfhost-mock: ${isWorldFileError(error) ? message : message.split('\n')[0]}`)
    process.exitCode = 1
  }
}

function isWorldFileError(error: unknown): boolean {
  return error instanceof Error && error.name === 'WorldFileError'
}

async function printSchema(): Promise<void> {
  const { createWorldSchema } = await import('../world-file/create-world-schema.ts')
  console.log(JSON.stringify(createWorldSchema(), null, 2))
}

async function printConformanceConfig(url: string): Promise<void> {
  const { stringify } = await import('yaml')
  console.log(stringify(sampleConformanceConfig(url)).trimEnd())
}

/** Reads a world file and makes a service of it, which finds what contradicts itself. */
async function check(file: string | undefined): Promise<void> {
  const { profile, seed } = await openWorld(file)
  createMockService(seed, { profile }).stop()
  console.log(`${file} is a world`)
}

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new Error(`Cannot listen: expected a port from 0 to 65535, found "${text}"`)
}
