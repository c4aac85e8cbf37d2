import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { buildEntry } from './build-entry.ts'
import { findInstalled, type Runtime, type Surroundings, type Trial } from './runtime.ts'

const compatibilityDate = '2026-01-01'

/** What Cloudflare Workers run on, without its compatibility with Node. */
export const workerd: Runtime = { name: 'workerd', run }

async function run({ baseUrl, project }: Surroundings): Promise<Trial> {
  const binary = findInstalled('workerd/bin/workerd')
  const worker = await buildEntry({ entry: 'worker', project, conditions: ['workerd', 'worker'] })
  const file = join(project, 'workerd.capnp')
  writeFileSync(file, configuration(basename(worker)))
  // On descriptor 3 it says which port it took.
  const child = spawn(binary, ['serve', file, '--control-fd=3'], { stdio: ['ignore', 'inherit', 'inherit', 'pipe'] })
  const ended = once(child, 'exit')
  try {
    const port = await Promise.race([listening(child.stdio[3] as Readable), ended.then(() => undefined)])
    if (port === undefined) throw new Error(`Cannot run in workerd: it ended with ${child.exitCode}`)
    const response = await fetch(`http://127.0.0.1:${port}/?server=${baseUrl}`)
    if (!response.ok) throw new Error(`Cannot run in workerd: ${await response.text()}`)
    return { version: `compatible to ${compatibilityDate}`, results: await response.json() }
  } finally {
    child.kill()
    await ended
  }
}

async function listening(control: Readable): Promise<number> {
  for await (const line of createInterface(control)) {
    const { event, port }: { event?: string; port?: number } = JSON.parse(line)
    if (event === 'listen' && port !== undefined) return port
  }
  throw new Error('Cannot run in workerd: it does not listen')
}

function configuration(worker: string): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "trial", worker = (
      modules = [(name = "worker", esModule = embed "${worker}")],
      compatibilityDate = "${compatibilityDate}",
      globalOutbound = "loopback",
    )),
    (name = "loopback", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "trial")],
);
`
}
