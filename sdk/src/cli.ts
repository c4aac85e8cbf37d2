#!/usr/bin/env node
import { setMaxListeners } from 'node:events'
import { signalExitCodes } from '@wfhost/internal/exit-codes'
import { openStandardOutput } from '@wfhost/internal/standard-output'
import { findErrorTerminal } from '@wfhost/internal/wait-visibly'
import { EXIT } from './cli/explain-error.ts'
import { SignalError } from './cli/io.ts'
import { main } from './cli/main.ts'
import type { Transport } from './transport/transport.ts'

/** How long runs in progress may take after a SIGTERM, in milliseconds. Docker kills a container 10 s after it. */
const SIGTERM_GRACE_PERIOD_MS = 8_000

const argv = process.argv.slice(2)
const isHelp = argv[0] === 'help' || argv.includes('--help') || argv.includes('-h')
const isBatch = argv.includes('batch') && !isHelp
/** Whether a file has the outcomes of the batch, so that standard output is not their only record. */
const hasOutputFile = argv.some((word) => word.startsWith('--output'))

const output = openStandardOutput()
output.failed.addEventListener('abort', () => {
  // The reader has ended, as `head` does. A batch first waits for its runs in progress, so that their outcomes are recorded.
  if (output.error?.isBrokenPipe && !isBatch) process.exit(output.error.exitCode)
})

const { abandon, readExitCode, stop } = listenForSignals()
const stopOrFailure = AbortSignal.any([stop, output.failed])
// Each run of a batch listens, and Node 20 warns of more than ten listeners.
setMaxListeners(0, abandon, stopOrFailure)

const commandExitCode = await main(argv, {
  out: (text) => output.write(text),
  err: (text) => process.stderr.write(text),
  input: () => process.stdin,
  inputTerminal: process.stdin.isTTY === true,
  hasColours: process.stdout.isTTY === true && process.stdout.hasColors(),
  hasErrorColours: process.stderr.isTTY === true && process.stderr.hasColors(),
  terminal: findErrorTerminal(),
  environment: process.env,
  openTransport,
  stop: stopOrFailure,
  abandon,
})

// Text that standard output did not accept, as on a full disk, goes to standard error.
const unwritten = await output.end()
if (unwritten !== undefined) {
  const warning = isBatch && !hasOutputFile ? '; without it, --resume would run these inputs again' : ''
  process.stderr.write(`wfhost: ${unwritten.error.message}\nwfhost: the rest of it follows${warning}\n`)
  process.stderr.write(unwritten.rest)
}
process.exitCode = readExitCode() ?? chooseExitCode()

/** Sends with undici, through the proxies of the environment. */
async function openTransport(): Promise<Transport> {
  const { createNodeTransport } = await import('./node/create-node-transport.ts')
  return createNodeTransport()
}

/**
 * Chooses the exit code of a command that no signal ended. If its output could not be written, that is reported, unless the command
 * has a more important error.
 */
function chooseExitCode(): number {
  if (unwritten === undefined) return commandExitCode

  const hasOtherError = commandExitCode > EXIT.failedRun
  const isReported = unwritten.error.isBrokenPipe || !hasOtherError
  return isReported ? unwritten.error.exitCode : commandExitCode
}

interface SignalListener {
  /** Aborted to start nothing more. */
  readonly stop: AbortSignal
  /** Aborted to end the runs in progress, too. */
  readonly abandon: AbortSignal
  /** Returns the exit code of a command that was interrupted, by the convention of shells. Undefined if it was not. */
  readonly readExitCode: () => number | undefined
}

/**
 * Listens for signals that end the command. After `stop`, the command starts nothing more. After `abandon`, it also ends the runs
 * in progress.
 *
 * - The first Ctrl-C stops it, the second abandons the runs in progress, the third ends the process immediately.
 * - A closed terminal stops it: the runs in progress are awaited and recorded.
 * - SIGTERM also stops it, but the wait is short: a supervisor kills the process soon afterwards (Docker: after 10 s). The command
 *   `timeout` of coreutils sends SIGTERM twice, so a second one has no effect.
 */
function listenForSignals(): SignalListener {
  const stopController = new AbortController()
  const abandonController = new AbortController()
  let exitCode: number | undefined

  process.on('SIGINT', () => {
    exitCode ??= signalExitCodes.SIGINT
    if (abandonController.signal.aborted) process.exit(exitCode)
    const nextController = stopController.signal.aborted ? abandonController : stopController
    nextController.abort(new SignalError('interrupted', exitCode))
  })

  process.on('SIGHUP', () => {
    exitCode ??= signalExitCodes.SIGHUP
    stopController.abort(new SignalError('the terminal was closed', exitCode))
  })

  process.on('SIGTERM', () => {
    exitCode ??= signalExitCodes.SIGTERM
    stopController.abort(new SignalError('terminated', exitCode))
    // After this error, too, the process ends with the code of the first signal, which `readExitCode` returns.
    setTimeout(
      () => abandonController.abort(new SignalError('terminated', signalExitCodes.SIGTERM)),
      SIGTERM_GRACE_PERIOD_MS,
    ).unref()
  })

  return { stop: stopController.signal, abandon: abandonController.signal, readExitCode: () => exitCode }
}
