import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../../tools/scripts/free-port.ts'
import { type Gateway, gatewayByName, PROBE_STATUS } from './write-config.ts'

export interface OpenGateway {
  readonly url: string
  readonly close: () => Promise<void>
}

interface GatewayOptions {
  /** The address of the server behind the gateway. */
  readonly upstream: string
  readonly mended: readonly string[]
  /** Finds a port for an attempt to start. @default any free port */
  readonly findPort?: (() => Promise<number>) | undefined
}

const WAIT_MS = 20
const LONGEST_START_MS = 10_000
const MAX_ATTEMPTS = 5

const LONGEST_PROBE_MS = 1000

/**
 * Starts a gateway in front of a server. If another process takes the port first, starts it again on another port.
 *
 * @throws {Error} for an unknown gateway, for one that does not listen after 10 s, and for one that ends in each attempt.
 */
export async function openGateway(name: string, options: GatewayOptions): Promise<OpenGateway> {
  const gateway = gatewayByName[name]
  if (gateway === undefined) throw new Error(`Cannot start ${name}: there is no such gateway.`)

  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { start, ...open } = await startGateway(gateway, options)
    if (start === 'listening') return open

    await open.close()
    if (start === 'late') throw new Error(`Cannot start ${name}: it did not listen within ${LONGEST_START_MS / 1000} s.`)
  }
  throw new Error(`Cannot start ${name}: it ended in each of ${MAX_ATTEMPTS} attempts.`)
}

/** The result of a start: the gateway listens, it has ended because its port was taken, or it does neither in time. */
type Start = 'listening' | 'ended' | 'late'

async function startGateway(
  gateway: Gateway,
  { findPort = freePort, mended, upstream }: GatewayOptions,
): Promise<OpenGateway & { readonly start: Start }> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-'))
  // A worker of nginx has another user if root starts it.
  await chmod(folder, 0o755)
  const port = await findPort()
  const probePath = `/${randomUUID()}`
  const file = join(folder, 'config')
  await writeFile(file, gateway.writeConfig({ mended, folder, port, probePath, upstreamPort: new URL(upstream).port }))

  const child = spawn(gateway.program, [...gateway.options, file], { stdio: 'ignore' })
  const exit = once(child, 'exit')
  const close = async () => {
    child.kill()
    await exit
    await rm(folder, { recursive: true, force: true })
  }

  const url = `http://127.0.0.1:${port}`
  return { url, close, start: await waitForStart(child, url + probePath) }
}

/** Waits until the gateway responds to its probe. Another process that took the port does not know the path of the probe. */
async function waitForStart(child: ChildProcess, probeUrl: string): Promise<Start> {
  const attempts = LONGEST_START_MS / WAIT_MS

  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (child.exitCode !== null || child.signalCode !== null) return 'ended'
    // A process that took the port may never respond.
    const response = await fetch(probeUrl, { signal: AbortSignal.timeout(LONGEST_PROBE_MS) }).catch(() => undefined)
    if (response?.status === PROBE_STATUS) return 'listening'
    await wait(WAIT_MS)
  }
  return 'late'
}
