import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { toPrintableLine } from '@wfhost/internal/printable'
import { CommandLineError } from './exit-codes.ts'
import type { ServeOptions } from './serve-options.ts'
import { runCommand } from './try-commands.ts'

const supportedOptions = ['engine', 'host', 'json', 'port', 'quiet']

/**
 * Runs `prism mock` on the API document until a signal ends it.
 *
 * @throws {CommandLineError} for options that Prism does not have.
 * @throws {Error} in one line if Prism is not installed or does not start.
 */
export async function runPrism(options: ServeOptions, usedOptions: readonly string[]): Promise<void> {
  rejectUnsupportedOptions(usedOptions)
  const { json = false, quiet = false } = options
  const prism = startPrism(options)
  const getLastSignal = forwardSignals(prism)
  // `once` would miss a close event during `printPrismOutput`, so it is called before.
  const closePromise = once(prism, 'close')
  const { startupErrors, hasStarted } = await printPrismOutput(prism, { json, quiet })
  const [exitCode] = await closePromise

  // A signal to this process also ends Prism, even while Prism is starting.
  const signal = getLastSignal()
  if (signal !== undefined) {
    if (!quiet && !json) console.log(`Stopped by ${signal}`)
    return
  }

  if (!hasStarted) {
    // The last line has the reason; the lines before it are the help of Prism.
    throw new Error(`Cannot start Prism: ${startupErrors.trim().split('\n').at(-1)}`)
  }
  throw new Error(`Prism ended unexpectedly with exit code ${exitCode}`)
}

/** Rejects options that Prism does not have. */
function rejectUnsupportedOptions(usedOptions: readonly string[]): void {
  const unsupported = usedOptions.find((name) => !supportedOptions.includes(name))
  if (unsupported === undefined) return

  const supported = supportedOptions.map((name) => `--${name}`).join(', ')
  throw new CommandLineError(`Cannot use --${unsupported} with --engine prism: it supports only ${supported}`)
}

type PrismProcess = ChildProcessByStdio<null, Readable, Readable>

function startPrism({ host, port }: ServeOptions): PrismProcess {
  const { resolve } = createRequire(import.meta.url)
  const document = resolve('@wfhost/openapi/openapi.yaml')
  const args = ['mock', document, '--host', host, '--port', String(port), '--no-multiprocess']
  return spawn(process.execPath, [resolvePrism(resolve), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
}

function resolvePrism(resolve: (name: string) => string): string {
  try {
    return resolve('@stoplight/prism-cli/dist/index.js')
  } catch (cause) {
    throw new Error('Cannot start Prism: run npm install --save-dev @stoplight/prism-cli@5.16.0', { cause })
  }
}

/** Sends the signals of this process to Prism. Returns a function that reads the last one; undefined if there was none. */
function forwardSignals(prism: PrismProcess): () => NodeJS.Signals | undefined {
  let lastSignal: NodeJS.Signals | undefined

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      lastSignal = signal
      prism.kill(signal)
    })
  }
  return () => lastSignal
}

interface OutputOptions {
  readonly json: boolean
  readonly quiet: boolean
}

interface PrismOutput {
  readonly hasStarted: boolean
  /** The errors that Prism printed before it started. */
  readonly startupErrors: string
}

/**
 * Prints the output of Prism until it ends. Prism first lists the operations, and then prints its URL. This function prints the
 * announcement of `wfhost-mock` instead of these lines.
 */
async function printPrismOutput(prism: PrismProcess, { json, quiet }: OutputOptions): Promise<PrismOutput> {
  let hasStarted = false
  let startupErrors = ''

  createInterface({ input: prism.stderr }).on('line', (line) => {
    if (hasStarted) {
      console.error(toPrintableLine(line))
      return
    }
    // If Prism does not start, these lines have the reason.
    startupErrors += `${line}\n`
  })

  for await (const line of createInterface({ input: prism.stdout })) {
    const url = /Prism is listening on (http:\S+)/.exec(line)?.[1]
    if (url !== undefined) {
      hasStarted = true
      // On some systems, clients cannot connect to 0.0.0.0.
      printAnnouncement(url.replace('//0.0.0.0:', '//127.0.0.1:'), { json, quiet })
      continue
    }

    // These lines go to stderr, because with --json only the announcement may be on stdout.
    if (hasStarted && !quiet) console.error(toPrintableLine(line))
  }
  return { hasStarted, startupErrors }
}

function printAnnouncement(url: string, { json, quiet }: OutputOptions): void {
  if (json) console.log(JSON.stringify({ url, pid: process.pid, keys: [], control: 'none' }))
  else if (!quiet) console.log(describePrism(url))
}

function describePrism(url: string): string {
  const run = runCommand(url, { flowId: 'any', key: 'any', args: {} })
  return [
    `Server     ${url}`,
    '',
    'Prism serves the document alone. It has no state: it accepts any key, and its responses are the examples of the document.',
    '',
    'Try',
    `  ${run}`,
    `  ${run} -H 'prefer: code=429'`,
    `  ${run} -H 'prefer: code=200, example=failed'`,
    '',
  ].join('\n')
}
