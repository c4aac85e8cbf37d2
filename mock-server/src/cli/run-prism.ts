import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { toPrintableLine } from '@wfhost/internal/printable'
import { CommandLineError } from './read-options.ts'
import type { ServeValues } from './serve-options.ts'
import { runCommand } from './try-commands.ts'

const supportedOptions = ['engine', 'host', 'json', 'port', 'quiet']

/**
 * Runs `prism mock` on the API document until a signal ends it.
 *
 * @throws {CommandLineError} for options that Prism does not have.
 * @throws {Error} in one line if Prism is not installed or does not start.
 */
export async function runPrism(values: ServeValues, usedOptions: readonly string[]): Promise<void> {
  const unsupported = usedOptions.find((name) => !supportedOptions.includes(name))
  if (unsupported !== undefined) {
    throw new CommandLineError(`Cannot use --${unsupported} with --engine prism: it knows the document, --host and --port alone`)
  }

  const { json = false, quiet = false } = values
  const prism = startPrism(values)
  const signal = forwardSignals(prism)
  const closed = once(prism, 'close')
  const { startOutput, url } = await printOutput(prism, { json, quiet })
  await closed

  const isStopped = signal.received !== undefined
  if (url === undefined && !isStopped) {
    // The last line has the reason; the lines before it are the help of Prism.
    throw new Error(`Cannot start Prism: ${startOutput.trim().split('\n').at(-1)}`)
  }
  if (!isStopped) throw new Error('Prism has ended')
  if (!quiet && !json) console.log(`Stopped by ${signal.received}`)
}

type PrismProcess = ChildProcessByStdio<null, Readable, Readable>

function startPrism({ host, port }: ServeValues): PrismProcess {
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

/** Sends the signals of this process to Prism. Returns an object that contains the last signal. */
function forwardSignals(prism: PrismProcess): { readonly received: NodeJS.Signals | undefined } {
  const signal: { received: NodeJS.Signals | undefined } = { received: undefined }
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      signal.received = name
      prism.kill(name)
    })
  }
  return signal
}

interface OutputOptions {
  readonly json: boolean
  readonly quiet: boolean
}

interface PrismOutput {
  /** Undefined if Prism did not start. */
  readonly url: string | undefined
  /** The errors that Prism printed before it started. */
  readonly startOutput: string
}

/** Prints the output of Prism until it ends. The line with its URL is replaced by our announcement. */
async function printOutput(prism: PrismProcess, { json, quiet }: OutputOptions): Promise<PrismOutput> {
  let url: string | undefined
  let startOutput = ''
  createInterface({ input: prism.stderr }).on('line', (line) => {
    if (url === undefined) startOutput += `${line}\n`
    else console.error(toPrintableLine(line))
  })

  for await (const line of createInterface({ input: prism.stdout })) {
    url ??= /Prism is listening on (http:\S+)/.exec(line)?.[1]
    if (url === undefined) continue

    const isAnnouncement = line.includes(url)
    if (isAnnouncement) announce(url.replace('//0.0.0.0:', '//127.0.0.1:'), { json, quiet })
    else if (!quiet) console.error(toPrintableLine(line))
  }
  return { url, startOutput }
}

function announce(url: string, { json, quiet }: OutputOptions): void {
  if (json) console.log(JSON.stringify({ url, pid: process.pid, keys: [], control: 'none' }))
  else if (!quiet) console.log(describePrism(url))
}

function describePrism(url: string): string {
  const run = runCommand(url, { flowId: 'any', key: 'any', args: {} })
  return [
    `Workflow service  ${url}`,
    `Tool registry     ${url}`,
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
