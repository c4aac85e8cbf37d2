import type { Cluster, Redis } from 'ioredis'

/** A setting of Redis that a promise depends on, and that is not as it should be. */
export interface ServerWarning {
  /** Such as `appendfsync`. */
  readonly setting: string
  /** The value that was found. Undefined if the server does not show it. */
  readonly found: string | undefined
  /** The consequence, and the value to set. */
  readonly message: string
}

/** The required settings, and the consequence of another value. */
const DEMANDS = [
  {
    setting: 'appendonly',
    wanted: 'yes',
    message:
      'after a crash, Redis has lost the inputs, starts and outcomes since its last snapshot. A restart then stops the queue until you resume it. Set it to yes',
  },
  {
    setting: 'appendfsync',
    wanted: 'always',
    message:
      'a crash can forget the starts of the last two seconds, so that a restart stops the queue until somebody resumes it; set it to always to continue without',
  },
  {
    setting: 'no-appendfsync-on-rewrite',
    wanted: 'no',
    message:
      'while Redis rewrites its file, nothing reaches the disk, so that a restart stops the queue until somebody resumes it; set it to no',
  },
  {
    setting: 'maxmemory-policy',
    wanted: 'noeviction',
    message: 'Redis removes keys when its memory is full, and inputs and outcomes with them; set it to noeviction',
  },
] as const

/** Reads the configuration of the server, and says which of it weakens what a queue promises. */
export async function checkServer(redis: Redis | Cluster): Promise<readonly ServerWarning[]> {
  const settings = await readSettings(redis)
  if (settings === undefined) {
    const message = 'the server does not let CONFIG be read: ask whoever runs it for appendonly, appendfsync and maxmemory-policy'
    return [{ setting: 'CONFIG', found: undefined, message }]
  }
  const warnings: ServerWarning[] = []
  for (const { message, setting, wanted } of DEMANDS) {
    const found = settings.get(setting)
    // Without an append-only file, its settings do not matter.
    if (/fsync/.test(setting) && settings.get('appendonly') !== 'yes') continue
    if (found !== wanted) warnings.push({ setting, found, message })
  }
  const replicas = /connected_slaves:(\d+)/.exec(await redis.info('replication'))?.[1] ?? '0'
  if (replicas !== '0') {
    const message =
      'a replica that lags and takes over has not seen the last starts, so that a failover stops the queue until somebody resumes it'
    warnings.push({ setting: 'replicas', found: replicas, message })
  }
  return warnings
}

/**
 * Whether a server keeps everything through a crash. Each write must be on the disk before the server responds. The server
 * must never have been a replica, which can miss the last writes.
 */
export async function keepsEverything(redis: Redis | Cluster): Promise<boolean> {
  const settings = await readSettings(redis)
  if (settings === undefined) return false
  const isDurable = DURABLE.every(([setting, value]) => settings.get(setting) === value)
  if (!isDurable) return false
  return /master_replid2:0+\r?\n/.test(await redis.info('replication'))
}

const DURABLE = [
  ['appendonly', 'yes'],
  ['appendfsync', 'always'],
  ['no-appendfsync-on-rewrite', 'no'],
] as const

/** Reads the settings. Undefined if CONFIG is not allowed, and for a cluster, whose servers can differ. */
async function readSettings(redis: Redis | Cluster): Promise<ReadonlyMap<string, string> | undefined> {
  if ('nodes' in redis) return undefined
  const settings = new Map<string, string>()
  try {
    for (const { setting } of DEMANDS) {
      const [, value] = (await redis.config('GET', setting)) as readonly string[]
      if (value !== undefined) settings.set(setting, value)
    }
  } catch {
    return undefined
  }
  return settings
}
