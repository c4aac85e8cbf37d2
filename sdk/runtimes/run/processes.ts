import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { buildEntry } from './build-entry.ts'
import { findInstalled, installedVersion, resolveInstalled } from './find-installed.ts'
import type { Runtime, Surroundings, Trial } from './runtime.ts'

const execute = promisify(execFile)

/** Far more than the scenario takes; a process that does not end by itself fails by it. */
const limitMs = 60_000

/** A major version of Node. */
export function node(major: number): Runtime {
  return { name: `Node ${major}`, run: (surroundings) => runProcess(`node-${major}/bin/node`, surroundings) }
}

/** Deno, with the permissions that the client needs and no more: the net, and the variables that stand in for options. */
export const deno: Runtime = {
  name: 'Deno',
  run: (surroundings) =>
    runProcess('deno/deno', {
      ...surroundings,
      flags: ['run', '--no-prompt', '--node-modules-dir=manual', '--allow-net=127.0.0.1', '--allow-read', '--allow-env'],
    }),
}

/** Bun. */
export const bun: Runtime = { name: 'Bun', run: (surroundings) => runProcess('bun/bin/bun.exe', surroundings) }

/** Node with the globals of a simulated page. */
export function simulatedPage(name: 'jsdom' | 'happy-dom'): Runtime {
  return {
    name,
    run: async (surroundings) => {
      const options = { ...surroundings, entry: 'dom', more: [name, resolveInstalled(name)] } as const
      return { ...(await runProcess('node-24/bin/node', options)), version: installedVersion(name) }
    },
  }
}

interface ProcessOptions extends Surroundings {
  readonly entry?: 'process' | 'dom'
  readonly flags?: readonly string[]
  readonly more?: readonly string[]
}

async function runProcess(binary: string, options: ProcessOptions): Promise<Trial> {
  const { baseUrl, entry = 'process', flags = [], more = [], project } = options
  const command = findInstalled(binary)
  const file = await buildEntry({ entry, project })
  const settings = { cwd: project, timeout: limitMs, env: { PATH: process.env['PATH'], HOME: process.env['HOME'] } }
  const version = await execute(command, ['--version'], settings)
  const { stdout } = await execute(command, [...flags, file, baseUrl, ...more], settings)
  const last = stdout.trim().split('\n').at(-1) ?? ''
  return { version: version.stdout.split('\n')[0]?.match(/\d+[.]\d+[.]\d+/)?.[0] ?? '', results: JSON.parse(last) }
}
