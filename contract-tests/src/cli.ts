#!/usr/bin/env node
import { signalExitCodes } from '@wfhost/internal/exit-codes'
import { openStandardOutput } from '@wfhost/internal/standard-output'
import { canShowUnicode } from '@wfhost/internal/terminal-text'
import { main } from './cli/main.ts'
import { isEndingSignal } from './engine/exit-code.ts'

const { stderr, stdin, stdout } = process
const isTerminal = stdin.isTTY === true && stdout.isTTY === true

// Some terminals, such as terminals of containers, report no size. Prompts would then write one letter on each line.
if (isTerminal && stdout.columns === 0) stdout.columns = 80

const interrupt = new AbortController()
listenForSignals()

// Without its output, a run also ends: changes are undone first.
const output = openStandardOutput()
output.failed.addEventListener('abort', () => interrupt.abort(output.error?.message))

// Clears the line that shows the progress.
const clearLine = stdout.isTTY ? '\r\u001b[2K' : ''

const exitCode = await main(process.argv.slice(2), {
  environment: process.env,
  colour: stdout.isTTY && stdout.hasColors(),
  ascii: !canShowUnicode(process.env),
  print: (text) => output.write(`${clearLine}${text}\n`),
  printError: (text) => stderr.write(`${text}\n`),
  ...(stdout.isTTY ? { columns: stdout.columns || 80, showProgress: (line: string) => output.write(`${clearLine}${line}`) } : {}),
  signal: interrupt.signal,
  ...(isTerminal ? { terminal: { input: stdin, output: stdout } } : {}),
})

const unwritten = await output.end()
// A broken pipe is reported by the exit code alone, as other commands do. The exit code 1 would be a verdict.
if (unwritten?.error.isBrokenPipe === false) stderr.write(`wfhost-conformance: ${unwritten.error.message}\n`)
const hasSignal = isEndingSignal(interrupt.signal.reason)
process.exitCode = hasSignal ? exitCode : (unwritten?.error.exitCode ?? exitCode)

// A request that was given up, for example to a proxy that never responds, would keep the process alive for minutes.
stderr.write('', () => process.exit())

/** The first signal ends the run: changes are undone, and the report is written. The second signal, of any name, ends the process. */
function listenForSignals(): void {
  let hasReceivedSignal = false

  for (const [name, signalExitCode] of Object.entries(signalExitCodes)) {
    process.on(name, () => {
      if (hasReceivedSignal) process.exit(signalExitCode)
      hasReceivedSignal = true
      stderr.write(`${name}: undoing and reporting; a second signal ends the process\n`)
      interrupt.abort(name)
    })
  }
}
