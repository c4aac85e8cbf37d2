#!/usr/bin/env node
import { listenForInterrupts } from './cli/interrupts.ts'
import { main } from './cli/main.ts'

// The reader has gone, as `head` does: the command ends like one that SIGPIPE ended.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(141)
})

const { stop, abandon, exitCode } = listenForInterrupts()
const code = await main(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  input: () => process.stdin,
  inputTerminal: process.stdin.isTTY === true,
  terminal: process.stderr.isTTY === true && process.env['TERM'] !== 'dumb',
  environment: process.env,
  stop,
  abandon,
})
process.exitCode = exitCode() ?? code
