import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const tracked = new Set<ChildProcess>()
// Processes that a test leaves behind end with it.
process.once('exit', () => {
  for (const child of tracked) child.kill('SIGKILL')
})

/** Starts one of the files `*-process.ts` in the mode `MODE`. `firstLine` resolves with the first line of its output. */
export function startProcess(
  name: 'killed' | 'measured',
  environment: Readonly<Record<string, string>> & { readonly MODE: string },
): { readonly child: ChildProcess; readonly firstLine: Promise<string> } {
  const file = fileURLToPath(new URL(`${name}-process.ts`, import.meta.url))
  const child = spawn(process.execPath, ['--conditions=@wfhost/source', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  tracked.add(child)
  const firstLine = Promise.race([once(child.stdout, 'data'), once(child, 'exit')]).then(([first]) => String(first))
  return { child, firstLine }
}

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  tracked.delete(child)
}
