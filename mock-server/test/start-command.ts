import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, vi } from 'vitest'

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const running = new Set<ChildProcess>()

// No file leaves a process behind. A file whose tests must not share the machine also ends them after each test.
afterAll(endCommands)

export interface Command {
  readonly child: ChildProcess
  /** All that it printed so far. */
  readonly printed: () => string
  readonly out: () => string
  readonly err: () => string
  /** Resolves with the exit code and the signal, after the whole output was read. */
  readonly ended: Promise<unknown>
}

/** A command that serves, and the line of JSON that it printed at its start. */
export interface ServingCommand extends Command {
  readonly reports: {
    readonly url: string
    readonly pid: number
    readonly control: string
    readonly keys: readonly unknown[]
  }
}

/** Starts `wfhost-mock` from source, in the root of the repository. */
export function startCommand(...args: readonly string[]): Command {
  return follow(spawn(process.execPath, ['--conditions=@wfhost/source', cli, ...args], { cwd: root }))
}

/** Starts the command with a limit for the size of files, in blocks of 512 bytes. Writes beyond it fail as on a full disk. */
export function startCommandWithin(blocks: number, ...args: readonly string[]): Command {
  const line = [process.execPath, '--conditions=@wfhost/source', cli, ...args]
  return follow(spawn('sh', ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, ...line], { cwd: root }))
}

function follow(child: ChildProcessWithoutNullStreams): Command {
  running.add(child)
  const text = { all: '', out: '', err: '' }
  for (const name of ['out', 'err'] as const) {
    child[`std${name}`].on('data', (chunk) => {
      text[name] += String(chunk)
      text.all += String(chunk)
    })
  }
  const ended = once(child, 'close').finally(() => running.delete(child))
  return { child, printed: () => text.all, out: () => text.out, err: () => text.err, ended }
}

/** Starts `wfhost-mock --json` on a free port, and waits until it serves. */
export async function serveCommand(...args: readonly string[]): Promise<ServingCommand> {
  const options = ['--port', '0', '--json']
  // An option after the name of a command is that command's.
  const command = args[0]?.startsWith('-') === false ? startCommand(...args, ...options) : startCommand(...options, ...args)
  await vi.waitUntil(() => command.printed().includes('\n'), { timeout: 20_000, interval: 10 })
  if (command.err() !== '') throw new Error(`The command does not serve: ${command.err()}`)
  return { ...command, reports: JSON.parse(command.out()) }
}

export function endCommands(): void {
  for (const child of running) child.kill('SIGKILL')
}

export async function urlOf({ printed }: Command): Promise<string> {
  await expect.poll(printed, { timeout: 20_000, interval: 10 }).toMatch(/Server {5}http:\S+\n/)
  return /http:\/\/127\.0\.0\.1:\d+/.exec(printed())?.[0] ?? ''
}
