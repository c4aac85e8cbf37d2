import { ConfigurationError } from '@wfhost/sdk'
import { type Cluster, Redis } from 'ioredis'
import { SCRIPTS } from './scripts.ts'

/**
 * No Redis responds at an address, or Redis refuses the password. The `cause` is the last error of the Redis client.
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
export type ExecuteScript = (name: keyof typeof SCRIPTS, ...args: readonly (string | number)[]) => Promise<unknown>

/** Connects, and rejects if no server responds. Later, ioredis renews a lost connection automatically. */
export async function connect(connection: QueueConnection | undefined): Promise<Redis | Cluster> {
  if (connection === undefined || typeof connection === 'string') return connectToRedis(connection)
  const { maxRetriesPerRequest } = 'nodes' in connection ? (connection.options.redisOptions ?? {}) : connection.options
  if (maxRetriesPerRequest === null) return connection
  throw new ConfigurationError('Cannot use the client of Redis: create it with maxRetriesPerRequest: null')
}

const DEFAULT_ADDRESS = 'redis://127.0.0.1:6379'

/**
 * Connects to the Redis at an address, unless the signal aborts first.
 *
 * @throws {ConfigurationError} if the address is invalid, or if the server does not have the database of the address
 * @throws {RedisConnectionError} if no Redis responds, if it refuses the client, or after an abort
 */
export async function connectToRedis(
  address = process.env['WFHOST_REDIS_URL'] ?? DEFAULT_ADDRESS,
  signal?: AbortSignal,
): Promise<Redis> {
  checkAddress(address)
  // BullMQ requires maxRetriesPerRequest: null. Its commands then wait until a lost connection is back.
  const redis = new Redis(address, { lazyConnect: true, maxRetriesPerRequest: null })
  const attempt = new ConnectionAttempt(redis, signal)

  try {
    await attempt.connect()
    await selectDatabase(redis)
    return redis
  } catch (error) {
    disconnectNow(redis)
    throw error instanceof ConfigurationError ? error : createConnectionError(redis, attempt, error)
  } finally {
    attempt.dispose()
  }
}

/** Creates the error for an attempt that failed. The last event of the connection names the reason, if there was one. */
function createConnectionError({ options }: Redis, { lastError }: ConnectionAttempt, thrown: unknown): RedisConnectionError {
  const { host, path, port } = options
  // The event has no message if the host has several addresses, and all of them failed.
  const reason = lastError?.message || describeThrown(thrown)

  return new RedisConnectionError(path ?? `${host}:${port}`, { cause: lastError ?? thrown, reason })
}

function describeThrown(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Checks an address without showing it, because it can contain a password. */
function checkAddress(address: string): void {
  // ioredis would use any other scheme as the name of a host.
  const scheme = /^(?!rediss?:)[a-z][a-z\d+.-]*:\/\//i.exec(address)?.[0]
  if (scheme !== undefined) {
    throw new ConfigurationError(`Cannot use the address of Redis: it begins with redis:// or rediss://, not with ${scheme}`)
  }

  // ioredis would use any other text as the path of a socket, and show it with the password.
  const looksLikeUrl = /^rediss?:|@/i.test(address)
  const isUrl = /^rediss?:\/\/(?:[^/?#]*@)?[^@]*$/i.test(address) && URL.canParse(address)
  if (looksLikeUrl && !isUrl) {
    throw new ConfigurationError(
      'Cannot use the address of Redis: expected redis://USER:PASSWORD@HOST:PORT/DATABASE, with / ? # and @ of a password as %2F %3F %23 and %40',
    )
  }
}

/** The first connection of a client. ioredis retries it automatically. */
class ConnectionAttempt {
  lastError: Error | undefined
  readonly #redis: Redis
  readonly #signal: AbortSignal | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(redis: Redis, signal: AbortSignal | undefined) {
    this.#redis = redis
    this.#signal = signal
  }

  /** Resolves once the connection is ready. Rejects after a lasting error, after the time limit, and after an abort. */
  connect(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#redis.once('ready', resolve)
      this.#redis.on('error', (error) => {
        this.lastError = NOT_REDIS.test(error.message) ? new Error('the server there is not Redis', { cause: error }) : error
        // A missing server can still be starting. A wrong password stays wrong.
        if (this.lastError !== error || REFUSED.test(error.message)) reject(this.lastError)
      })
      this.#redis.connect().catch((error: Error) => {
        if (REFUSED.test(error.message)) reject(error)
      })
      this.#rejectWhenLate(reject)
      this.#signal?.addEventListener('abort', () => reject(this.#signal?.reason), { once: true })
    })
  }

  dispose(): void {
    clearTimeout(this.#timer)
  }

  #rejectWhenLate(reject: (error: Error) => void): void {
    const { connectTimeout = 10_000 } = this.#redis.options
    this.#timer = setTimeout(() => {
      // A server that loads its data has responded with that, and needs more time.
      const isLoading = this.#redis.status === 'connect' && this.#redis.stream.bytesRead > 0
      if (!isLoading) reject(new Error(`no response within ${connectTimeout / 1_000} s`))
    }, connectTimeout)
  }
}

/** The errors of a server that refuses a client. */
const REFUSED = /^(WRONGPASS|NOAUTH|NOPERM|ERR.+(AUTH|password))/

/** Selects the database of the address. ioredis would use database 0 if the server does not have that one. */
async function selectDatabase(redis: Redis): Promise<void> {
  const { db, host, port } = redis.options
  if (db === undefined || db === 0) return

  await redis.select(Number(db)).catch((cause: Error) => {
    throw new ConfigurationError(`Cannot use database ${db} of Redis at ${host}:${port}: ${cause.message}`, { cause })
  })
}

/** The error of ioredis for bytes that Redis does not send, such as those of an HTTP server. */
const NOT_REDIS = /^Unknown RESP type/

/** Ends a connection without waiting for the other side. */
export function disconnectNow(redis: Redis): void {
  redis.disconnect()
  redis.stream?.destroy()
}

/** The keys in Redis that each script reads or writes. */
export interface ScriptKeys {
  /** The hash with the counts and the state of the queue. */
  readonly batch: string
  /** The hash with the state of each input. */
  readonly runs: string
  /** The stream of the recorded outcomes. */
  readonly outcomes: string
  /** The rate limit of BullMQ. */
  readonly limiter: string
}

/** Makes the scripts commands of the client, which sends their text to a server only once. */
export function defineScripts(redis: Redis | Cluster, { batch, limiter, outcomes, runs }: ScriptKeys): ExecuteScript {
  // The scripts read their keys in this order.
  const keys = [batch, runs, outcomes, limiter]
  for (const [name, lua] of Object.entries(SCRIPTS)) redis.defineCommand(`wfhost:${name}`, { lua, numberOfKeys: keys.length })
  // The commands that a client is given are not among its types.
  const commands = redis as unknown as Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>
  return async (name, ...args) => commands[`wfhost:${name}`]?.(...keys, ...args)
}
