// The runtimes that resolve the client themselves.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as setTimeoutPromise } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { CaseResult } from '../scenario/scenario.ts'
import { buildEntry } from './build-entry.ts'
import { findInstalled, type Runtime, type Surroundings, type Trial } from './runtime.ts'

const execute = promisify(execFile)

/** More than the scenario needs. */
const limitMs = 60_000

/** The longest time until a process ends after its last call. */
const graceMs = 3000

export function node(major: number): Runtime {
  return {
    name: `Node ${major}`,
    run: (surroundings) => runProcess(`node-${major}/bin/node`, { ...surroundings, flags: ['--expose-gc'] }),
  }
}

/** Deno, with only the permissions that the client needs: the network, and the variables that replace options. */
export const deno: Runtime = {
  name: 'Deno',
  run: (surroundings) =>
    runProcess('deno/deno', {
      ...surroundings,
      flags: ['run', '--no-prompt', '--node-modules-dir=manual', '--allow-net=127.0.0.1', '--allow-read', '--allow-env'],
    }),
}

export const bun: Runtime = { name: 'Bun', run: (surroundings) => runProcess('bun/bin/bun.exe', surroundings) }

interface ProcessOptions extends Surroundings {
  readonly flags?: readonly string[]
}

async function runProcess(binary: string, options: ProcessOptions): Promise<Trial> {
  const { baseUrl, flags = [], project } = options
  const command = findInstalled(binary)
  const file = await buildEntry({ entry: 'process', project })
  const settings = { cwd: project, env: { PATH: process.env['PATH'], HOME: process.env['HOME'] } }
  const version = await execute(command, ['--version'], settings)
  const child = spawn(command, [...flags, file, baseUrl], { ...settings, stdio: ['ignore', 'pipe', 'pipe'] })
  const errors: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text))
  const ended = once(child, 'exit')
  const lastly = setTimeout(() => child.kill(), limitMs)
  try {
    const line = await Promise.race([firstResults(child.stdout), ended.then(() => undefined)])
    if (line === undefined) throw new Error(`it ended without results: ${errors.join('').trim()}`)
    const stayed = await Promise.race([ended.then(() => false), setTimeoutPromise(graceMs, true, { ref: false })])
    const error = stayed ? { error: `the process still ran ${graceMs} ms after its last call` } : {}
    const results: CaseResult[] = JSON.parse(line)
    results.push({ name: 'exit', format: 'both', ...error })
    return { version: version.stdout.split('\n')[0]?.match(/\d+[.]\d+[.]\d+/)?.[0] ?? '', results }
  } finally {
    clearTimeout(lastly)
    child.kill()
    await ended
  }
}

async function firstResults(output: Readable): Promise<string | undefined> {
  for await (const line of createInterface(output)) if (line.startsWith('[{')) return line
  return undefined
}
