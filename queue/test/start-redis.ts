import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '../../tools/scripts/free-port.ts'

/** How often the server writes to its disk. */
export type Persistence = 'always' | 'everysec' | 'snapshots' | 'none'

/** The flags of the server. The tests take snapshots with BGSAVE, so that they are old when the server is killed. */
const FILES: Readonly<Record<Persistence, readonly string[]>> = {
  always: ['--appendonly', 'yes', '--appendfsync', 'always'],
  everysec: ['--appendonly', 'yes', '--appendfsync', 'everysec'],
  snapshots: ['--appendonly', 'no', '--save', '3600 1'],
  none: ['--appendonly', 'no'],
}

export interface TestRedis {
  readonly url: string
  readonly port: number
  /** Kills the server, and starts it again with the data on its disk. */
  readonly crash: () => Promise<void>
  readonly stop: () => Promise<void>
}

export async function startRedis(persistence: Persistence = 'everysec', more: readonly string[] = []): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--loglevel', 'warning']
  const file = [...FILES[persistence]]
  const start = async (): Promise<ChildProcess> => {
    const child = spawn('redis-server', [...args, ...file, ...more], { stdio: 'ignore' })
    const failed = once(child, 'error').then(([error]) => {
      throw new Error(`Cannot start redis-server (Debian: apt-get install redis-server): ${error.message}`)
    })
    // A reconnecting client can occupy the port for a moment. The server then ends, and is started again.
    const ended = once(child, 'exit').then(() => 'ended' as const)
    const state = await Promise.race([waitUntilReady(url).then(() => 'ready' as const), failed, ended])
    if (state === 'ready') return child
    await delay(100)
    return start()
  }
  let server = await start()
  return {
    url,
    port,
    crash: async () => {
      await end(server, 'SIGKILL')
      server = await start()
    },
    stop: async () => {
      await end(server, 'SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function waitUntilReady(url: string): Promise<void> {
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 20 })
  client.on('error', () => {})
  await client.ping()
  client.disconnect()
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
