#!/usr/bin/env node
import { canShowUnicode } from '@wfhost/internal/terminal-text'
import { main } from './cli/main.ts'

const { stderr, stdin, stdout } = process
const isTerminal = stdin.isTTY === true && stdout.isTTY === true

// Some terminals, such as terminals of containers, report no size. Prompts would then write one letter on each line.
if (isTerminal && stdout.columns === 0) stdout.columns = 80

// If the reader closes the pipe, as `head` does, the process exits like a command that SIGPIPE ended.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(141)
  // The exit code 1 would be a verdict.
  stderr.write(`Cannot write to the output: ${error.message}\n`)
  process.exit(7)
})

// The first signal ends the run: changes are undone, and the report is written. The second signal ends the process.
const interrupt = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    stderr.write(`${name}: undoing and reporting; a second signal ends the process\n`)
    interrupt.abort(name)
  })
}

// Clears the line that shows the progress.
const clearLine = stdout.isTTY ? '\r\u001b[2K' : ''

process.exitCode = await main(process.argv.slice(2), {
  environment: process.env,
  colour: stdout.isTTY && stdout.hasColors(),
  ascii: !canShowUnicode(process.env),
  print: (text) => stdout.write(`${clearLine}${text}\n`),
  printError: (text) => stderr.write(`${text}\n`),
  ...(stdout.isTTY ? { columns: stdout.columns || 80, showProgress: (line: string) => stdout.write(`${clearLine}${line}`) } : {}),
  signal: interrupt.signal,
  ...(isTerminal ? { terminal: { input: stdin, output: stdout } } : {}),
})
// An open request would keep the process alive.
if (interrupt.signal.aborted) stdout.write('', () => process.exit())
