import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Far more than any of them takes. */
const limitMs = 300_000

/** How a command ended. */
export interface Ended {
  /** Null, if it was killed because it took too long. */
  readonly status: number | null
  /** What it said on both outputs. */
  readonly output: string
}

/** Runs a command to its end. */
export async function runCommand(command: readonly string[], { cwd, env }: CommandOptions): Promise<Ended> {
  const [file = '', ...args] = command
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: limitMs })
  const said: string[] = []
  for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8').on('data', (text: string) => said.push(text))
  const [status] = await once(child, 'close')
  const ending = status === null ? [`\nkilled after ${limitMs / 1000} s`] : []
  return { status, output: [...said, ...ending].join('') }
}

interface CommandOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}
