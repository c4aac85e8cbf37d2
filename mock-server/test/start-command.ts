import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const running = new Set<ChildProcess>()

/** A command that runs. */
export interface Command {
  readonly child: ChildProcess
  /** All that it printed so far. */
  readonly printed: () => string
  /** Exit code and signal, once all that it printed is there. */
  readonly ended: Promise<unknown>
}

/** Starts `wfhost-mock` from source, in the root of the repository. */
export function startCommand(...args: readonly string[]): Command {
  const child = spawn(process.execPath, ['--conditions=@wfhost/source', cli, ...args], { cwd: root })
  running.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += String(chunk)
    })
  }
  return { child, printed: () => text, ended: once(child, 'close').finally(() => running.delete(child)) }
}

/** Ends every command that still runs. */
export function endCommands(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Where a command serves, once it says so. */
export async function urlOf({ printed }: Command): Promise<string> {
  await expect.poll(printed, { timeout: 20_000, interval: 10 }).toMatch(/Tool registry {5}http:\S+\n/)
  return /http:\/\/127\.0\.0\.1:\d+/.exec(printed())?.[0] ?? ''
}
