import { realpath, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { lock } from 'proper-lockfile'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { BatchFileError, reasonOf } from './append-file.ts'

export interface FileLockOptions {
  readonly onWait?: (() => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** The lock was removed or taken over, since this process did not come round to renewing it. */
  readonly onCompromised: (error: Error) => void
}

/**
 * A process that has not renewed its lock for so long is dead, in milliseconds: nothing else shows that in other containers.
 * It is watched for that time, as the clock of another machine may be hours ahead; not a day.
 */
const STALE = 6_000
const LONG_STALE = 86_400_000
const RENEWED = 2_000
const LOOK_EVERY = 250

/** The locks of a file. */
export interface FileLock {
  /** The folder that locks its inode. */
  readonly folder: string
  /** Locks another folder as well: that of a file of which this one is a copy. One that cannot be made is nobody's. */
  readonly add: (folder: string) => Promise<void>
  readonly release: () => Promise<void>
}

/**
 * Locks a file by its real path and by its inode, so that another name of it in the same folder is locked, too. Both are
 * folders beside the file, which all hosts and containers see that share it.
 *
 * @throws ConfigurationError if another process has the lock, and renews it. BatchFileError if there cannot be one.
 */
export async function lockFile(path: string, options: FileLockOptions): Promise<FileLock> {
  const real = await realpath(path)
  const { ino } = await stat(real, { bigint: true })
  const folder = join(dirname(real), `.${ino}.lock`)
  const held = new Map<string, () => Promise<void>>()
  const folders = [`${real}.lock`, folder]
  // Both at once: each of a process that died would take its time.
  const watched = new Map<string, Watched>()
  await Promise.all(folders.map((each) => watch(each, watched)))
  const release = async () => {
    // One that was taken over is not ours to release.
    for (const each of held.values()) await each().catch(() => {})
    held.clear()
  }
  try {
    for (const each of folders) held.set(each, await lockAs(each, { ...options, path, watched }))
  } catch (error) {
    await release()
    throw error
  }
  return {
    folder,
    release,
    add: async (other) => {
      if (held.has(other)) return
      const found = await lockAs(other, { ...options, path, watched }).catch((error: unknown) => {
        if (!(error instanceof BatchFileError)) throw error
      })
      if (found) held.set(other, found)
    },
  }
}

interface Watched {
  readonly mtimeMs: number | undefined
  /** Since when it is what it is. */
  readonly since: number
}

/** Returns for how long a lock has not been renewed, as far as this process saw. */
async function watch(folder: string, watched: Map<string, Watched>): Promise<number> {
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: undefined }))
  const before = watched.get(folder)
  const found = before?.mtimeMs === mtimeMs && before ? before : { mtimeMs, since: performance.now() }
  watched.set(folder, found)
  return performance.now() - found.since
}

interface LockAsOptions extends FileLockOptions {
  readonly path: string
  readonly watched: Map<string, Watched>
}

async function lockAs(folder: string, options: LockAsOptions): Promise<() => Promise<void>> {
  const { onCompromised, onWait, path, signal, watched } = options
  const limits = { stale: LONG_STALE, update: RENEWED, realpath: false, onCompromised }
  for (let waited = 0; ; waited += LOOK_EVERY) {
    try {
      return await lock(folder, { ...limits, lockfilePath: folder })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ELOCKED')) {
        throw new BatchFileError(`Cannot write to ${path}: ${folder}: ${reasonOf(error)}`, { cause: error })
      }
    }
    if ((await watch(folder, watched)) > STALE) await rmdir(folder).catch(() => {})
    if (waited === 0) onWait?.()
    if (waited > STALE + RENEWED) {
      throw new ConfigurationError(`Cannot write to ${path}: another batch is writing to it; if none is, remove ${folder}`)
    }
    await delay(LOOK_EVERY, undefined, { signal })
  }
}
