import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { toPrintableLine } from '@wfhost/internal/printable'
import { CommandLineError } from './read-options.ts'
import type { ServeValues } from './serve-options.ts'
import { runCommand } from './try-commands.ts'

const taken = ['engine', 'host', 'json', 'port', 'quiet']

/**
 * Runs `prism mock` on the document until a signal ends it.
 *
 * @throws {CommandLineError} for options that Prism does not have.
 * @throws {Error} in one line if Prism is not installed or does not start.
 */
export async function runPrism({ host, json, port, quiet }: ServeValues, given: readonly string[]): Promise<void> {
  const foreign = given.find((name) => !taken.includes(name))
  if (foreign !== undefined) {
    throw new CommandLineError(`Cannot use --${foreign} with --engine prism: it knows the document, --host and --port alone`)
  }
  const { resolve } = createRequire(import.meta.url)
  const args = ['mock', resolve('@wfhost/openapi/openapi.yaml'), '--host', host, '--port', String(port)]
  const prism = spawn(process.execPath, [commandOf(resolve), ...args, '--no-multiprocess'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let signal: NodeJS.Signals | undefined
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      signal = name
      prism.kill(name)
    })
  }
  const ended = once(prism, 'close')
  let url: string | undefined
  let printed = ''
  createInterface({ input: prism.stderr }).on('line', (line) => {
    if (url === undefined) printed += `${line}\n`
    else console.error(toPrintableLine(line))
  })
  for await (const line of createInterface({ input: prism.stdout })) {
    url ??= /Prism is listening on (http:\S+)/.exec(line)?.[1]
    if (url !== undefined && line.includes(url))
      announce(url.replace('//0.0.0.0:', '//127.0.0.1:'), { json: json === true, quiet: quiet === true })
    // What Prism says of each request.
    else if (url !== undefined && !quiet) console.error(toPrintableLine(line))
  }
  await ended
  if (url === undefined && signal === undefined) {
    // Its last line says why, after all that its help says.
    throw new Error(`Cannot start Prism: ${printed.trim().split('\n').at(-1)}`)
  }
  if (signal === undefined) throw new Error('Prism has ended')
  if (!quiet && !json) console.log(`Stopped by ${signal}`)
}

function commandOf(resolve: (name: string) => string): string {
  try {
    return resolve('@stoplight/prism-cli/dist/index.js')
  } catch (cause) {
    throw new Error('Cannot start Prism: run npm install --save-dev @stoplight/prism-cli@5.16.0', { cause })
  }
}

function announce(url: string, { json, quiet }: { readonly json: boolean; readonly quiet: boolean }): void {
  if (json) console.log(JSON.stringify({ url, pid: process.pid, keys: [], control: 'none' }))
  if (json || quiet) return
  const run = runCommand(url, { flowId: 'any', key: 'any', args: {} })
  console.log(
    [
      `Workflow service  ${url}`,
      `Tool registry     ${url}`,
      '',
      'Prism serves the document alone. It has no state: any key will do, and the answers are the examples of the document.',
      '',
      'Try',
      `  ${run}`,
      `  ${run} -H 'prefer: code=429'`,
      `  ${run} -H 'prefer: code=200, example=failed'`,
      '',
    ].join('\n'),
  )
}
