import { ConfigurationError } from '@wfhost/sdk'
import { type Cluster, Redis } from 'ioredis'
import { SCRIPTS } from './scripts.ts'

/** A connection to Redis: its address, or a client of yours. */
export type QueueConnection = string | Redis | Cluster

/** Runs one of our scripts on the keys of a queue. */
export type RunScript = (name: keyof typeof SCRIPTS, ...args: readonly (string | number)[]) => Promise<unknown>

/** Connects, and says it where nothing answers: later on, a lost connection is made again for as long as it takes. */
export async function connect(
  connection: QueueConnection = process.env['WFHOST_REDIS_URL'] ?? 'redis://127.0.0.1:6379',
): Promise<Redis | Cluster> {
  if (typeof connection !== 'string') {
    const { maxRetriesPerRequest } = 'nodes' in connection ? (connection.options.redisOptions ?? {}) : connection.options
    if (maxRetriesPerRequest === null) return connection
    throw new ConfigurationError('Cannot use the client of Redis: create it with maxRetriesPerRequest: null')
  }
  const redis = new Redis(connection, { lazyConnect: true, maxRetriesPerRequest: null })
  let reason: Error | undefined
  redis.on('error', (error) => {
    reason = error
  })
  try {
    await redis.connect()
    return redis
  } catch (thrown) {
    redis.disconnect()
    const { host, port } = redis.options
    const said = reason?.message || (thrown instanceof Error ? thrown.message : String(thrown))
    throw new ConfigurationError(`Cannot reach Redis at ${host}:${port}: ${said}`, { cause: reason ?? thrown })
  }
}

/** Makes the scripts commands of the client, which sends their text to a server only once. */
export function defineScripts(redis: Redis | Cluster, keys: readonly string[]): RunScript {
  for (const [name, lua] of Object.entries(SCRIPTS)) redis.defineCommand(`wfhost:${name}`, { lua, numberOfKeys: keys.length })
  // The commands that a client is given are not among its types.
  const commands = redis as unknown as Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>
  return async (name, ...args) => commands[`wfhost:${name}`]?.(...keys, ...args)
}
