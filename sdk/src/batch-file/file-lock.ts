import { realpath, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readSystemReason } from '@wfhost/internal/system-error'
import { lock } from 'proper-lockfile'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { BatchFileError } from './append-file.ts'

export interface FileLockOptions {
  /** Called once if another process seems to have the lock. */
  readonly onWait?: (() => void) | undefined
  /** Ends the wait for another process. */
  readonly signal?: AbortSignal | undefined
  /** Called if the lock was removed or taken over, because this process did not renew it in time. */
  readonly onCompromised: (error: Error) => void
}

/** How often a lock is renewed, in milliseconds. */
const RENEW_EVERY = 2_000

/**
 * A lock that was not renewed for this time belongs to a dead process, in milliseconds. Containers that share a folder cannot
 * see the processes of each other, so the missing renewals are the only sign.
 */
const STALE_AFTER = 6_000

/** The pause between two looks at the lock of another process, in milliseconds. */
const LOOK_EVERY = 250

/**
 * The time after which the library itself removes a lock, in milliseconds. The library compares the time of the lock with the
 * local clock, and the clock of another machine can be hours ahead. It is not a day ahead.
 */
const LIBRARY_STALE_AFTER = 86_400_000

/**
 * Locks a file by its real path and by its inode, so that another name of it in the same folder is locked, too. Both locks
 * are folders beside the file. All hosts and containers that share the file see them.
 *
 * @throws ConfigurationError if another process has a lock and renews it. BatchFileError if a lock cannot be made.
 */
export async function lockFile(path: string, options: FileLockOptions): Promise<FileLock> {
  const realPath = await realpath(path)
  const { ino } = await stat(realPath, { bigint: true })
  const inodeFolder = join(dirname(realPath), `.${ino}.lock`)

  const lock = new FileLock(inodeFolder, { ...options, path })
  await lock.acquire([`${realPath}.lock`, inodeFolder])
  return lock
}

/** The locks that this process has for one file. */
export class FileLock {
  /** The folder that locks the inode. */
  readonly folder: string
  readonly #options: FileLockOptions & { readonly path: string }
  readonly #releases = new Map<string, () => Promise<void>>()
  readonly #observed = new Map<string, ObservedLock>()
  #isWaitAnnounced = false

  constructor(folder: string, options: FileLockOptions & { readonly path: string }) {
    this.folder = folder
    this.#options = options
  }

  /** Acquires several locks, or none of them. */
  async acquire(folders: readonly string[]): Promise<void> {
    // All are observed from now on: the locks of a dead process become stale at the same time.
    await Promise.all(folders.map((folder) => this.#observe(folder)))
    try {
      for (const folder of folders) this.#releases.set(folder, await this.#acquireOne(folder))
    } catch (error) {
      await this.release()
      throw error
    }
  }

  /** Acquires one more lock: that of the file of which this one is a copy. A folder in which no lock can be made is ignored. */
  async add(folder: string): Promise<void> {
    if (this.#releases.has(folder)) return
    try {
      this.#releases.set(folder, await this.#acquireOne(folder))
    } catch (error) {
      if (!(error instanceof BatchFileError)) throw error
    }
  }

  async release(): Promise<void> {
    for (const release of this.#releases.values()) {
      // A lock that another process took over belongs to that process.
      await release().catch(() => {})
    }
    this.#releases.clear()
  }

  /** Calls `onWait` once, although a dead process can have left several locks. */
  #announceWait(): void {
    if (this.#isWaitAnnounced) return

    this.#isWaitAnnounced = true
    this.#options.onWait?.()
  }

  /** Acquires one lock. Waits until another process releases it, or has not renewed it for so long that it must be dead. */
  async #acquireOne(folder: string): Promise<() => Promise<void>> {
    const { path, signal } = this.#options

    for (let waitedMs = 0; ; waitedMs += LOOK_EVERY) {
      const release = await this.#tryToLock(folder)
      if (release !== undefined) return release

      const unchangedMs = await this.#observe(folder)
      const isStale = unchangedMs > STALE_AFTER
      if (isStale) await rmdir(folder).catch(() => {})

      this.#announceWait()
      if (waitedMs > STALE_AFTER + RENEW_EVERY) {
        throw new ConfigurationError(`Cannot write to ${path}: another batch is writing to it; if none is, remove ${folder}`)
      }
      await delay(LOOK_EVERY, undefined, { signal })
    }
  }

  /** Returns the function that releases the lock, or undefined if another process has the lock. */
  async #tryToLock(folder: string): Promise<(() => Promise<void>) | undefined> {
    const { onCompromised, path } = this.#options
    try {
      return await lock(folder, {
        stale: LIBRARY_STALE_AFTER,
        update: RENEW_EVERY,
        realpath: false,
        lockfilePath: folder,
        onCompromised,
      })
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ELOCKED') return undefined
      throw new BatchFileError(`Cannot write to ${path}: ${folder}: ${readSystemReason(error)}`, { cause: error })
    }
  }

  /**
   * Looks at a lock. A renewal changes its modification time. Returns for how many milliseconds this process has seen the same
   * time. The clock of another machine is never compared, because it can differ.
   */
  async #observe(folder: string): Promise<number> {
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: undefined }))
    const now = performance.now()
    const observed = this.#observed.get(folder)
    const isUnchanged = observed?.mtimeMs === mtimeMs
    if (observed !== undefined && isUnchanged) return now - observed.since

    this.#observed.set(folder, { mtimeMs, since: now })
    return 0
  }
}

interface ObservedLock {
  /** When the lock was renewed last. Undefined without a lock. */
  readonly mtimeMs: number | undefined
  /** When this process first saw the lock with this time. */
  readonly since: number
}
