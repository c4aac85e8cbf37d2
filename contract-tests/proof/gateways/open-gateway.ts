import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gatewayByName } from './write-config.ts'

export interface OpenGateway {
  readonly url: string
  readonly close: () => Promise<void>
}

interface GatewayOptions {
  /** The address of the server behind the gateway. */
  readonly upstream: string
  readonly mended: readonly string[]
}

const WAIT_MS = 20
const LONGEST_START_MS = 10_000

/**
 * Starts a gateway in front of a server.
 *
 * @throws {Error} for an unknown gateway, and for one that does not listen after 10 s.
 */
export async function openGateway(name: string, { mended, upstream }: GatewayOptions): Promise<OpenGateway> {
  const gateway = gatewayByName[name]
  if (gateway === undefined) throw new Error(`Cannot start ${name}: there is no such gateway.`)

  const folder = await mkdtemp(join(tmpdir(), 'gateway-'))
  // A worker of nginx has another user if root starts it.
  await chmod(folder, 0o755)
  const port = await findFreePort()
  const file = join(folder, 'config')
  await writeFile(file, gateway.writeConfig({ mended, folder, port, upstreamPort: new URL(upstream).port }))

  const child = spawn(gateway.program, [...gateway.options, file], { stdio: 'ignore' })
  const exit = once(child, 'exit')
  const close = async () => {
    child.kill()
    await exit
    await rm(folder, { recursive: true, force: true })
  }

  const isListening = await waitForListener(port)
  if (isListening) return { url: `http://127.0.0.1:${port}`, close }

  await close()
  throw new Error(`Cannot start ${name}: it did not listen within ${LONGEST_START_MS / 1000} s.`)
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  server.close()
  await once(server, 'close')
  return port
}

async function waitForListener(port: number): Promise<boolean> {
  const attempts = LONGEST_START_MS / WAIT_MS

  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await canConnect(port)) return true
    await wait(WAIT_MS)
  }
  return false
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
