// Plain JavaScript without dependencies: it runs under the Node of the machine, before anything is installed.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** Runs a command instead of this process, with the same input, output, signals and exit code. */
export function runChild([name, ...args], options) {
  const child = spawn(name, args, { stdio: 'inherit', ...options })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`Cannot run ${name}: ${error.message}`)
    process.exit(127)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}
