#!/usr/bin/env node
import { openStandardOutput } from '@wfhost/internal/standard-output'
import { runCommandLine } from './cli/run-command.ts'

const output = openStandardOutput()
// Only commands that start no server write to this output, and without it they have nothing more to do.
output.failed.addEventListener('abort', () => {
  const { error } = output
  if (error?.isBrokenPipe === false) process.stderr.write(`wfhost-mock: ${error.message}\n`)
  process.exit(error?.exitCode)
})

await runCommandLine(process.argv.slice(2), (text) => output.write(`${text}\n`))

const hasFailed = Boolean(process.exitCode)
if (hasFailed) {
  await output.end()
  // A request that was given up, for example to a proxy that never responds, would keep the process alive.
  process.stderr.write('', () => process.exit())
}
