import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { RunningRegistry, RunningServer } from '../default-server.ts'
import type { ListeningServer } from './listen.ts'

type Command = readonly [string, ...string[]]

interface Mends {
  readonly mended: readonly string[]
}

/** Starts a server in another language, which has the workflows in its own process. */
export async function serveProcess(command: Command, mends: Mends): Promise<RunningServer> {
  const { close, url } = await startProcess(command, mends)

  const callHook = async (hook: string, flowId: string) => {
    const response = await fetch(`${url}/admin/${hook}/${flowId}`, { method: 'POST' })
    return response.json()
  }
  return {
    url,
    close,
    hooks: {
      publishWorkflow: async (flowId) => (await callHook('publish', flowId)).key,
      unpublishWorkflow: async (flowId) => void (await callHook('unpublish', flowId)),
      regenerateKey: async (flowId) => (await callHook('regenerate', flowId)).key,
      endedRuns: async (flowId) => (await callHook('ended', flowId)).ended,
    },
  }
}

/** Starts a registry in another language, which has the tool sets in its own process. */
export async function serveRegistryProcess(command: Command, mends: Mends): Promise<RunningRegistry> {
  const { close, url } = await startProcess(command, mends)

  const callHook = async (path: string) => {
    const response = await fetch(`${url}/console/${path}`, { method: 'POST' })
    return response.json()
  }
  return {
    url,
    close,
    hooks: {
      publishToolset: async ({ toolset, version }) => void (await callHook(`publish/${toolset}/${version}`)),
      creditBalance: async () => (await callHook('balance/any/any')).credits,
    },
  }
}

/** Starts a program that prints the address at which it listens. */
async function startProcess([program, ...args]: Command, { mended }: Mends): Promise<ListeningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'defaults-'))
  const child = spawn(program, args, {
    cwd: import.meta.dirname,
    env: {
      ...process.env,
      MENDED: mended.join(','),
      STATE: join(folder, 'state'),
      PHP_CLI_SERVER_WORKERS: '4',
      GSON: '/usr/share/java/gson.jar',
    },
    // The server and its workers are a group, which ends as a whole.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })

  const url = await Promise.race([findUrl(child.stdout), findUrl(child.stderr), once(child, 'exit').then(() => undefined)])
  if (url === undefined) throw new Error(`Cannot start ${program}: it ended. Run ${program} ${args.join(' ')}`)
  child.stdout.resume()
  child.stderr.resume()

  return {
    url,
    close: async () => {
      const exit = once(child, 'exit')
      process.kill(-Number(child.pid))
      await exit
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Reads the address of the server, in a line such as "Listening on http://127.0.0.1:8080". */
async function findUrl(stream: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const line of createInterface(stream)) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (url !== undefined) return url
  }
  return undefined
}
