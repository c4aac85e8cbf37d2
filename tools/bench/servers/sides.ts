import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { freePort, freePortPair } from '../../scripts/free-port.ts'
import { type ServerProcess, startProcess } from '../measure/start-process.ts'
import { operationNamed } from './operations.ts'

/** A running server, with its address. */
export interface RunningSide extends ServerProcess {
  readonly name: SideName
  readonly url: string
}

const prism = 'node_modules/@stoplight/prism-cli/dist/index.js'

const steady = 'node_modules/@stdy/cli/steady.js'
const apiDocument = bench('../../openapi/openapi.yaml')

interface Side {
  /** The start command before the port. */
  readonly command: readonly string[]
  /** The operations to which the side sends the expected status. @default all */
  readonly operations?: readonly string[]
}

/** The compared servers. The first is the limit, the second is ours. All others start from the same document. */
const sides = {
  'bare node:http': { command: [serverFile('bare')] },
  'reference server': { command: [serverFile('reference')] },
  'Prism CLI': { command: [bench(prism), 'mock', apiDocument, '-p'] },
  // No request header selects another status or another example.
  Steady: { command: [bench(steady), apiDocument, '--quiet', '--port'], operations: ['sync run', 'manifest', 'execute'] },
  // Its 429 has an empty Retry-After.
  Scalar: {
    command: [serverFile('scalar'), apiDocument],
    operations: ['sync run', 'async run', 'manifest', 'execute', '401'],
  },
} satisfies Record<string, Side>

export type SideName = keyof typeof sides

export const sideNames = Object.keys(sides) as SideName[]

/** Whether a side can send the expected response to an operation. */
export function offersOperation(name: SideName, operation: string): boolean {
  const side: Side = sides[name]
  return side.operations?.includes(operation) ?? true
}

/** Starts a side on a free port and waits for its first response. */
export async function startSide(name: SideName): Promise<RunningSide> {
  const port = await freePortPair()
  const url = `http://127.0.0.1:${port}`
  const { headers, path } = operationNamed('manifest')
  const started = await startProcess({ args: [...sides[name].command, String(port)], cwd: tmpdir(), url: url + path, headers })
  return { ...started, name, url }
}

export async function startServer(name: 'constant' | 'faulty'): Promise<ServerProcess & { readonly url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  return { ...(await startProcess({ args: [serverFile(name), String(port)], url })), url }
}

/** Returns the path of a compiled server of this benchmark. */
function serverFile(name: string): string {
  return bench(`node_modules/.servers/${name}.mjs`)
}

function bench(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}
