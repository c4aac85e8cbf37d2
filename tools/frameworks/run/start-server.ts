import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as setTimeoutPromise } from 'node:timers/promises'
import type { Project } from './make-project.ts'

/** The longest time until a server responds. */
const limitMs = 120_000

export interface Server {
  /** The output until now. */
  readonly output: () => string
  readonly stop: () => Promise<void>
}

/**
 * Starts a server, and waits until it responds at an address.
 *
 * @throws {Error} with its output if it ends before, or takes too long.
 */
export async function startServer(project: Project, { command, env, url }: ServerOptions): Promise<Server> {
  const [file = '', ...args] = command
  // A separate process group, because such commands start other processes, which must also end.
  const child = spawn(file, args, {
    cwd: project.folder,
    env: { ...project.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const message: string[] = []
  for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8').on('data', (text: string) => message.push(text))
  const exit = once(child, 'exit')
  const server = { output: () => message.join(''), stop }
  const deadline = Date.now() + limitMs
  while (!(await isResponding(url))) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended: ${server.output()}`)
    if (Date.now() < deadline) continue
    await stop()
    throw new Error(`${command.join(' ')} did not respond: ${server.output()}`)
  }
  return server

  async function stop(): Promise<void> {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
    await exit
  }
}

async function isResponding(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => setTimeoutPromise(200, undefined))
  await response?.body?.cancel()
  return response !== undefined
}

interface ServerOptions {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly url: string
}
