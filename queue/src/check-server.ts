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
const REQUIRED_SETTINGS = [
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
      'a crash loses the starts of the last two seconds. A restart then stops the queue until you resume it. Set it to always',
  },
  {
    setting: 'no-appendfsync-on-rewrite',
    wanted: 'no',
    message:
      'while Redis rewrites its file, nothing reaches the disk. A restart then stops the queue until you resume it. Set it to no',
  },
  {
    setting: 'maxmemory-policy',
    wanted: 'noeviction',
    message: 'if its memory is full, Redis removes keys, and with them inputs and outcomes. Set it to noeviction',
  },
] as const

const UNREADABLE: ServerWarning = {
  setting: 'CONFIG',
  found: undefined,
  message: 'the server does not show its settings. Ask its operator for appendonly, appendfsync and maxmemory-policy',
}

/** Checks the settings of the server, and warns of each one that weakens the promises of a queue. */
export async function checkServer(redis: Redis | Cluster): Promise<readonly ServerWarning[]> {
  const settings = await readSettings(redis)
  if (settings === undefined) return [UNREADABLE]

  const replicaWarning = await warnOfReplicas(redis)
  return [...warnOfSettings(settings), ...(replicaWarning === undefined ? [] : [replicaWarning])]
}

function warnOfSettings(settings: ReadonlyMap<string, string>): ServerWarning[] {
  const hasAppendOnlyFile = settings.get('appendonly') === 'yes'
  const warnings: ServerWarning[] = []

  for (const { message, setting, wanted } of REQUIRED_SETTINGS) {
    const isOfAppendOnlyFile = setting.includes('fsync')
    if (isOfAppendOnlyFile && !hasAppendOnlyFile) continue

    const found = settings.get(setting)
    if (found !== wanted) warnings.push({ setting, found, message })
  }
  return warnings
}

async function warnOfReplicas(redis: Redis | Cluster): Promise<ServerWarning | undefined> {
  const info = await redis.info('replication')
  const found = /connected_slaves:(\d+)/.exec(info)?.[1] ?? '0'
  if (found === '0') return undefined

  const message = 'a replica that lags has not seen the last starts. A failover to it then stops the queue until you resume it'
  return { setting: 'replicas', found, message }
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
    for (const { setting } of REQUIRED_SETTINGS) {
      const [, value] = (await redis.config('GET', setting)) as readonly string[]
      if (value !== undefined) settings.set(setting, value)
    }
  } catch {
    return undefined
  }
  return settings
}
