import { ConfigurationError } from '@wfhost/sdk'
import { type Cluster, Redis } from 'ioredis'
import { SCRIPTS } from './scripts.ts'

/**
 * No Redis answers at an address, or it refuses the password. The `cause` is what its client said last.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { openRunQueue, RedisConnectionError } from '@wfhost/queue'
 *
 * await assert.rejects(openRunQueue('tickets', { connection: 'redis://:secret@127.0.0.1:1' }), (error) => {
 *   assert.ok(error instanceof RedisConnectionError)
 *   assert.equal(error.address, '127.0.0.1:1')
 *   return !error.message.includes('secret')
 * })
 * ```
 */
export class RedisConnectionError extends Error {
  override readonly name = 'RedisConnectionError'
  readonly code = 'redis_connection'
  /** Host and port, or the path of a socket, without a password. */
  readonly address: string

  constructor(address: string, { cause, reason }: { readonly cause: unknown; readonly reason: string }) {
    super(`Cannot reach Redis at ${address}: ${reason}`, { cause })
    this.address = address
  }
}

/** A connection to Redis: its address, or a client of yours. */
export type QueueConnection = string | Redis | Cluster

/** Runs one of our scripts on the keys of a queue. */
export type RunScript = (name: keyof typeof SCRIPTS, ...args: readonly (string | number)[]) => Promise<unknown>

/** Connects, and says it where nothing answers: later on, a lost connection is made again for as long as it takes. */
export async function connect(connection: QueueConnection | undefined): Promise<Redis | Cluster> {
  if (connection === undefined || typeof connection === 'string') return reach(connection)
  const { maxRetriesPerRequest } = 'nodes' in connection ? (connection.options.redisOptions ?? {}) : connection.options
  if (maxRetriesPerRequest === null) return connection
  throw new ConfigurationError('Cannot use the client of Redis: create it with maxRetriesPerRequest: null')
}

/** Connects to the Redis at an address, unless it is interrupted before. */
export async function reach(
  address = process.env['WFHOST_REDIS_URL'] ?? 'redis://127.0.0.1:6379',
  interrupted?: AbortSignal,
): Promise<Redis> {
  // ioredis takes any other scheme for the name of a host.
  const scheme = /^(?!rediss?:)[a-z][a-z\d+.-]*:\/\//i.exec(address)?.[0]
  if (scheme !== undefined) {
    throw new ConfigurationError(`Cannot use the address of Redis: it begins with redis:// or rediss://, not with ${scheme}`)
  }
  // It would be the path of a socket, which a message shows, and the password with it.
  const sound = /^rediss?:\/\/(?:[^/?#]*@)?[^@]*$/i.test(address) && URL.canParse(address)
  if (/^rediss?:|@/i.test(address) && !sound) {
    throw new ConfigurationError(
      'Cannot use the address of Redis: expected redis://USER:PASSWORD@HOST:PORT/DATABASE, with / ? # and @ of a password as %2F %3F %23 and %40',
    )
  }
  const redis = new Redis(address, { lazyConnect: true, maxRetriesPerRequest: null })
  const { connectTimeout = 10_000, db, host, path, port } = redis.options
  let reason: Error | undefined
  let timer: NodeJS.Timeout | undefined
  const connected = new Promise<void>((resolve, reject) => {
    redis.once('ready', resolve)
    // One that begins together with its Redis finds nobody there at first; ioredis goes on to connect. A refusal stays one.
    const refused = (error: Error) => /^(WRONGPASS|NOAUTH|NOPERM|ERR.+(AUTH|password))/.test(error.message) && reject(error)
    redis.on('error', (error) => {
      const foreign = FOREIGN.test(error.message)
      reason = foreign ? new Error('what answers is no Redis', { cause: error }) : error
      foreign ? reject(reason) : refused(error)
    })
    redis.connect().catch(refused)
    const late = new Error(`no answer within ${connectTimeout / 1_000} s`)
    // One that still loads its data has said so, and keeps the connection.
    timer = setTimeout(() => (redis.status === 'connect' && redis.stream.bytesRead > 0) || reject(late), connectTimeout)
    interrupted?.addEventListener('abort', () => reject(interrupted.reason), { once: true })
  })
  try {
    await connected
    // ioredis goes on with database 0 where there is no other.
    if (db !== 0)
      await redis.select(Number(db)).catch((cause: Error) => {
        throw new ConfigurationError(`Cannot use database ${db} of Redis at ${host}:${port}: ${cause.message}`, { cause })
      })
    return redis
  } catch (thrown) {
    drop(redis)
    if (thrown instanceof ConfigurationError) throw thrown
    const said = reason?.message || (thrown instanceof Error ? thrown.message : String(thrown))
    throw new RedisConnectionError(path ?? `${host}:${port}`, { cause: reason ?? thrown, reason: said })
  } finally {
    clearTimeout(timer)
  }
}

/** What ioredis says of bytes that no Redis sends, such as those of an HTTP server. */
const FOREIGN = /^Unknown RESP type/

/** Ends a connection without waiting for the other side. */
export function drop(redis: Redis): void {
  redis.disconnect()
  redis.stream?.destroy()
}

/** Makes the scripts commands of the client, which sends their text to a server only once. */
export function defineScripts(redis: Redis | Cluster, keys: readonly string[]): RunScript {
  for (const [name, lua] of Object.entries(SCRIPTS)) redis.defineCommand(`wfhost:${name}`, { lua, numberOfKeys: keys.length })
  // The commands that a client is given are not among its types.
  const commands = redis as unknown as Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>
  return async (name, ...args) => commands[`wfhost:${name}`]?.(...keys, ...args)
}
