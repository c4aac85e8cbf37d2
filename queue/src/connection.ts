import { ConfigurationError } from '@wfhost/sdk'
import { type Cluster, Redis } from 'ioredis'
import type { Script } from './scripts.ts'

/** A connection to Redis: its address, or a client of yours. */
export type QueueConnection = string | Redis | Cluster

/** The address without the option `connection`, and without WFHOST_REDIS_URL. */
const DEFAULT_URL = 'redis://127.0.0.1:6379'

/** A client, and whether it is ours to close. */
export interface OpenConnection {
  readonly redis: Redis | Cluster
  readonly owned: boolean
}

/** Connects, and says it where nothing answers: later on, a lost connection is made again for as long as it takes. */
export async function connect(
  connection: QueueConnection = process.env['WFHOST_REDIS_URL'] ?? DEFAULT_URL,
): Promise<OpenConnection> {
  if (typeof connection !== 'string') {
    const { maxRetriesPerRequest } = 'nodes' in connection ? (connection.options.redisOptions ?? {}) : connection.options
    if (maxRetriesPerRequest === null) return { redis: connection, owned: false }
    throw new ConfigurationError('Cannot use the client of Redis: create it with maxRetriesPerRequest: null')
  }
  const redis = new Redis(connection, { lazyConnect: true, maxRetriesPerRequest: null })
  let reason: Error | undefined
  redis.on('error', (error) => {
    reason = error
  })
  try {
    await redis.connect()
    return { redis, owned: true }
  } catch (thrown) {
    redis.disconnect()
    const { host, port } = redis.options
    const said = reason?.message || (thrown instanceof Error ? thrown.message : String(thrown))
    throw new ConfigurationError(`Cannot reach Redis at ${host}:${port}: ${said}`, { cause: reason ?? thrown })
  }
}

/** What a script is run with. */
export interface ScriptCall {
  readonly keys: readonly string[]
  readonly args: readonly (string | number)[]
}

/** Runs a script, by its hash where the server has it. */
export async function runScript(redis: Redis | Cluster, { lua, sha }: Script, { args, keys }: ScriptCall): Promise<unknown> {
  try {
    return await redis.evalsha(sha, keys.length, ...keys, ...args)
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return redis.eval(lua, keys.length, ...keys, ...args)
  }
}
