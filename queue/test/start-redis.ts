import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from '../../scripts/free-port.ts'

/** How often the server writes to its disk. */
export type Persistence = 'always' | 'everysec' | 'none'

export interface TestRedis {
  readonly url: string
  readonly port: number
  /** Ends it without a word, and starts it again with what is on its disk. */
  readonly crash: () => Promise<void>
  readonly stop: () => Promise<void>
}

export async function startRedis(persistence: Persistence = 'everysec', more: readonly string[] = []): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--loglevel', 'warning']
  const file = persistence === 'none' ? ['--appendonly', 'no'] : ['--appendonly', 'yes', '--appendfsync', persistence]
  const start = async () => {
    const child = spawn('redis-server', [...args, ...file, ...more], { stdio: 'ignore' })
    const failed = once(child, 'error').then(([error]) => {
      throw new Error(`Cannot start redis-server (Debian: apt-get install redis-server): ${error.message}`)
    })
    await Promise.race([answering(url), failed])
    return child
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

async function answering(url: string): Promise<void> {
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
