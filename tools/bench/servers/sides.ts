import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/free-port.ts'
import { type ServerProcess, startProcess } from '../measure/start-process.ts'
import { operationNamed } from './operations.ts'

/** A running server, with its address. */
export interface RunningSide extends ServerProcess {
  readonly name: string
  readonly url: string
}

const prism = 'node_modules/@stoplight/prism-cli/dist/index.js'

/** The compared servers, each with its start command before the port. The first is the limit, the second is ours. */
const sides = {
  'bare node:http': [serverFile('bare')],
  'reference server': [serverFile('reference')],
  'Prism CLI': [bench(prism), 'mock', bench('../openapi/openapi.yaml'), '-p'],
} as const

export type SideName = keyof typeof sides

export const sideNames = Object.keys(sides) as SideName[]

/** Starts a side on a free port and waits for its first response. */
export async function startSide(name: SideName): Promise<RunningSide> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { headers, path } = operationNamed('manifest')
  const started = await startProcess({ args: [...sides[name], String(port)], cwd: tmpdir(), url: url + path, headers })
  return { ...started, name, url }
}

export async function startServer(name: 'constant' | 'faulty'): Promise<ServerProcess & { readonly url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  return { ...(await startProcess({ args: [serverFile(name), String(port)], url })), url }
}

/** The file of a server of ours after compilation. */
function serverFile(name: string): string {
  return bench(`node_modules/.servers/${name}.mjs`)
}

function bench(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}
