import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../tools/scripts/free-port.ts'

export interface PrismProcess {
  readonly url: string
  readonly close: () => Promise<void>
}

const document = fileURLToPath(import.meta.resolve('@wfhost/openapi/openapi.yaml'))
const command = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js')

export function startPrismMock(): Promise<PrismProcess> {
  return start(['mock', document])
}

/** Starts `prism proxy openapi.yaml <upstream>`, which forwards requests and reports violations in a response header. */
export function startPrismProxy(upstream: string): Promise<PrismProcess> {
  return start(['proxy', document, upstream])
}

/** Starts Prism on a free port. If another program takes the port first, it starts Prism again on another one. */
async function start(args: readonly string[]): Promise<PrismProcess> {
  try {
    return await startOnPort(args, await freePort())
  } catch (error) {
    if (!String(error).includes('EADDRINUSE')) throw error
    return startOnPort(args, await freePort())
  }
}

async function startOnPort(args: readonly string[], port: number): Promise<PrismProcess> {
  const child = spawn(process.execPath, [command, ...args, '--host', '127.0.0.1', '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await listening(child)
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = once(child, 'close')
      child.kill()
      await closed
    },
  }
}

/** Resolves when Prism reports that it listens. Rejects with its output if it ends before. */
async function listening(child: ChildProcess): Promise<void> {
  const printed: string[] = []
  const { stderr, stdout } = child
  if (stdout === null || stderr === null) throw new Error('Cannot start Prism: its output is not piped')
  stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
  for await (const line of createInterface({ input: stdout })) {
    printed.push(`${line}\n`)
    if (line.includes('Prism is listening')) {
      // It logs each request; a full pipe would stop it.
      stdout.resume()
      return
    }
  }
  throw new Error(`Cannot start Prism:\n${printed.join('')}`)
}
