#!/usr/bin/env node
import { EXIT } from './cli/exit-code.ts'
import { listenForInterrupts } from './cli/interrupts.ts'
import { main } from './cli/main.ts'
import { openStandardOutput } from './cli/standard-output.ts'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader has gone, as `head` does: the command ends like one that SIGPIPE ended. Anything else is said at the end.
  if (error.code === 'EPIPE') process.exit(141)
})
// There is nobody left to tell.
process.stderr.on('error', () => {})

const argv = process.argv.slice(2)
const output = openStandardOutput({ stream: process.stdout, fd: 1 })
const { stop, abandon, exitCode } = listenForInterrupts()
const code = await main(argv, {
  out: output.write,
  err: (text) => process.stderr.write(text),
  input: () => process.stdin,
  inputTerminal: process.stdin.isTTY === true,
  terminal: process.stderr.isTTY === true && process.env['TERM'] !== 'dumb',
  environment: process.env,
  stop: AbortSignal.any([stop, output.failed]),
  abandon,
})
const unwritten = await output.end()
if (unwritten !== undefined) {
  const warning = argv.includes('batch') ? '; without it, --resume would run these inputs again' : ''
  process.stderr.write(`wfhost: ${unwritten.error.message}\nwfhost: the rest of it follows${warning}\n`)
  process.stderr.write(unwritten.rest)
}
process.exitCode = exitCode() ?? (unwritten !== undefined && code <= EXIT.failedRun ? EXIT.unwritten : code)
