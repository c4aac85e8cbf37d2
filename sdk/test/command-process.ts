import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { SUCCEEDED } from './call-command.ts'

/** A service that counts the runs of each input. It responds `delayMs` after `mayRespond` resolves, or never. */
export async function startService(delayMs: number, mayRespond: Promise<void> = Promise.resolve()) {
  const runs = new Map<unknown, number>()
  let arrived = () => {}
  const server = createServer(async (request, response) => {
    const { args } = (await json(request)) as { readonly args: readonly { readonly value: unknown }[] }
    runs.set(args[0]?.value, (runs.get(args[0]?.value) ?? 0) + 1)
    arrived()
    await mayRespond
    if (delayMs < Number.POSITIVE_INFINITY) setTimeout(() => response.end(JSON.stringify(SUCCEEDED)), delayMs)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    runs,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves when `count` runs have arrived. */
    arrivals: (count: number) =>
      new Promise<void>((resolve) => {
        arrived = () => runs.size >= count && resolve()
        arrived()
      }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The command line of the program, from its sources. */
export const program = [process.execPath, '--conditions=@wfhost/source', join(import.meta.dirname, '../src/cli.ts')] as const

export function environmentFor(url: string) {
  // The cache would be written under the limit on the size of files, too.
  return { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1', WFHOST_BASE_URL: url, WFHOST_API_KEY: 'canary' }
}

export function withText(child: ChildProcessWithoutNullStreams) {
  return Object.assign(child, { errorOutput: text(child.stderr) })
}

export function spawnCommand(line: readonly string[], url = 'http://127.0.0.1:1', variables: NodeJS.ProcessEnv = {}) {
  const [node, ...begin] = program
  return withText(spawn(node, [...begin, ...line], { env: { ...environmentFor(url), ...variables } }))
}

export async function exitOf(child: ChildProcess): Promise<number | string> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return code ?? signal ?? ''
}
