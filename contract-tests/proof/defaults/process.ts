import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { RunningServer } from '../default-server.ts'

/** Starts a server in another language, which has the workflows in its own process, and prints its address. */
export async function serveProcess(
  [program, ...args]: readonly [string, ...string[]],
  { mended }: { readonly mended: readonly string[] },
): Promise<RunningServer> {
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

  const callHook = async (hook: string, flowId: string) => {
    const response = await fetch(`${url}/admin/${hook}/${flowId}`, { method: 'POST' })
    return response.json()
  }
  return {
    url,
    hooks: {
      publishWorkflow: async (flowId) => (await callHook('publish', flowId)).key,
      unpublishWorkflow: async (flowId) => void (await callHook('unpublish', flowId)),
      regenerateKey: async (flowId) => (await callHook('regenerate', flowId)).key,
      endedRuns: async (flowId) => (await callHook('ended', flowId)).ended,
    },
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
