import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { findPort } from '../measure/find-port.ts'
import { type ServerProcess, startProcess } from '../measure/start-process.ts'
import { writeMockoonEnvironment } from './mockoon-environment.ts'
import { operationNamed } from './operations.ts'

/** A server that runs, with its address. */
export interface RunningSide extends ServerProcess {
  readonly name: string
  readonly url: string
}

/** What is measured beside each other. The first is the limit, the second is ours. */
export const sideNames = [
  'bare node:http',
  'reference server',
  'Prism CLI',
  'Prism http-server, silent',
  'Mockoon CLI',
  'MSW behind HTTP',
] as const

/** The name of a side. */
export type SideName = (typeof sideNames)[number]

/** Starts a side on a port of its own and waits for its first answer. */
export async function startSide(name: SideName): Promise<RunningSide> {
  const port = await findPort()
  const url = `http://127.0.0.1:${port}`
  const { headers, path } = operationNamed('manifest')
  // Mockoon keeps files in the folder that it is started in.
  const started = await startProcess({ args: argsOf(name, String(port)), cwd: tmpdir(), url: url + path, headers })
  return { ...started, name, url }
}

function argsOf(name: SideName, port: string): readonly string[] {
  if (name === 'bare node:http') return [serverFile('bare'), port]
  if (name === 'reference server') return [serverFile('reference'), port]
  if (name === 'MSW behind HTTP') return [serverFile('msw-over-http'), port]
  if (name === 'Prism http-server, silent') return [serverFile('prism-silent'), port, document()]
  if (name === 'Prism CLI') return [bench('node_modules/@stoplight/prism-cli/dist/index.js'), 'mock', '-p', port, document()]
  const off = ['--disable-log-to-file', '--disable-admin-api', '--disable-tls', '--max-transaction-logs', '0']
  return [bench('node_modules/@mockoon/cli/bin/run.js'), 'start', '--data', writeMockoonEnvironment(), '--port', port, ...off]
}

/** Where a server of ours is once it is compiled. */
export function serverFile(name: string): string {
  return bench(`node_modules/.servers/${name}.mjs`)
}

function document(): string {
  return bench('../openapi/openapi.yaml')
}

function bench(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}
