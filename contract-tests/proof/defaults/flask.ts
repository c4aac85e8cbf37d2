import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { RunningServer } from '../default-servers.ts'

const script = fileURLToPath(new URL('flask_server.py', import.meta.url))

/** Starts the server in Python, which has the workflows in a separate process. */
export async function serveFlask({ mended }: { readonly mended: readonly string[] }): Promise<RunningServer> {
  const child = spawn('python3', [script, ...(mended.length > 0 ? ['--mended'] : [])], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = await once(createInterface(child.stdout), 'line')
  const { url } = JSON.parse(line)

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
      child.kill()
      await once(child, 'exit')
    },
  }
}
