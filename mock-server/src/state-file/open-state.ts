import { createHash } from 'node:crypto'
import { access, constants, lstat, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { findSchemaProblems, formatSchemaProblem } from '@wfhost/internal/schema-problems'
import { lock } from 'proper-lockfile'
import { memberOf, readJson } from '../core/json.ts'
import { describeReadError, describeWriteError } from '../file-error.ts'
import { type MockState, type StateFileContent, stateFileSchema, stateFileVersion } from '../schema/state.ts'

export interface StateFile {
  /** The state in the file; undefined if the file does not exist yet. */
  readonly state: MockState | undefined
  /**
   * Writes a state now, and whenever it has changed.
   *
   * @throws {StateFileError} if it cannot be written now. A later failure is reported, and the state is tried again every
   *   second until it is written.
   */
  readonly startWriting: (getState: () => MockState) => Promise<void>
  /** Why the last state could not be written; undefined if it was. */
  readonly getProblem: () => string | undefined
  /** Called when the state may have changed. The state is written soon, together with further changes. */
  readonly scheduleWrite: () => void
  /**
   * Writes pending changes, and lets other servers have the file.
   *
   * @throws {StateFileError} if they cannot be written.
   */
  readonly close: () => Promise<void>
}

class StateFileError extends Error {
  override readonly name = 'StateFileError'
}

// A server renews its lock while it runs. A lock that was not renewed for this time belongs to a server that was killed.
const staleMs = 2000

// A busy machine can renew or check a lock late, so waiting takes twice as long as a lock needs to become stale.
const lockRetryMs = 200
const lockRetries = 2 * (staleMs / lockRetryMs)

const settleMs = 20

// How soon a state that could not be written is tried again: the disk may have space by then.
const retryMs = 1000

/**
 * Opens a state file, which keeps the state of a server across restarts. No other process can use the file at the same time. If
 * the file is locked, this function waits some seconds. The lock of a killed server becomes stale meanwhile.
 *
 * @param onError - Called for a later problem: a state that cannot be written, or a file that another server uses.
 * @throws {StateFileError} for a file that is not a state file, is damaged, has a later version, is not a regular
 *   file, or belongs to another server. The file is not changed.
 */
export async function openStateFile(path: string, onError: (error: Error) => void): Promise<StateFile> {
  // The path behind symbolic links. The real path is locked and written. Messages show the path from the user.
  const realPath = await findRealPath(path)

  await assertWritableFolder(realPath, path)

  // The file is locked before it is read, because another server could change it in between.
  const fileLock = await lockFile(realPath, path, onError)
  const state = await readLockedState(path, fileLock)

  const writer = new StateWriter({ path, realPath, fileLock, onError })
  // `startWriting` sets the source of the state and writes the state once. After that, each `scheduleWrite` writes it again soon.
  return {
    state,
    startWriting: (getState) => writer.startWriting(getState),
    getProblem: () => writer.problem,
    scheduleWrite: () => writer.schedule(),
    close: () => writer.close(),
  }
}

/** Throws if the folder of a file cannot be written. Without this check, `lock` would retry for seconds in such a folder. */
async function assertWritableFolder(realPath: string, path: string): Promise<void> {
  try {
    await access(dirname(realPath), constants.W_OK)
  } catch (cause) {
    throw createWriteError(path, cause)
  }
}

/** Reads the state from a locked file. Releases the lock if the file cannot be used. */
async function readLockedState(file: string, fileLock: FileLock): Promise<MockState | undefined> {
  try {
    return await readState(file)
  } catch (error) {
    await fileLock.release()
    throw error
  }
}

/** A state file that only this process writes. */
interface FileLock {
  /** Returns the error once the lock is gone; undefined until then. */
  readonly getLostError: () => StateFileError | undefined
  readonly release: () => Promise<void>
}

/**
 * Locks a state file against other servers. The package proper-lockfile creates the lock, and renews it while this process runs.
 *
 * A lock without renewals becomes stale, and can be taken. A killed server leaves such a lock behind. So if the file is locked,
 * this function tries again for as long as a lock needs to become stale.
 *
 * @param realPath - The file to lock.
 * @param path - The path that the user gave, for messages. It may be a symbolic link to the file.
 * @param onLost - Called later if the lock is lost.
 * @throws {StateFileError} if another server uses the file, or the lock cannot be written.
 */
async function lockFile(realPath: string, path: string, onLost: (error: Error) => void): Promise<FileLock> {
  let lockLostError: StateFileError | undefined

  function handleLostLock(cause: Error): void {
    const reason = 'its lock is gone; another server may have taken it'
    lockLostError = new StateFileError(`Cannot keep the state in ${path}: ${reason}`, { cause })
    onLost(lockLostError)
  }

  try {
    const release = await lock(realPath, {
      // With true, the file would have to exist. The links in the path have been resolved before.
      realpath: false,
      stale: staleMs,
      // The factor 1 keeps the time between two tries the same.
      retries: { retries: lockRetries, factor: 1, minTimeout: lockRetryMs },
      // `lock` calls this if the lock was removed, or could not be renewed in time.
      onCompromised: handleLostLock,
    })
    return { getLostError: () => lockLostError, release }
  } catch (cause) {
    if (getErrorCode(cause) !== 'ELOCKED') throw createWriteError(path, cause)
    throw new StateFileError(`Cannot use the state in ${path}: another server uses it; stop that one, or name another file`)
  }
}

function createWriteError(file: string, cause: unknown): StateFileError {
  return new StateFileError(`Cannot write the state to ${file}: ${describeWriteError(cause, file)}`, { cause })
}

interface WriterOptions {
  /** The path that the user gave. */
  readonly path: string
  /** The path behind symbolic links. */
  readonly realPath: string
  readonly fileLock: FileLock
  readonly onError: (error: Error) => void
}

/** Writes a state soon after each change. Changes during a write lead to one further write. */
class StateWriter {
  /** The reason why the last state could not be written. */
  problem: string | undefined
  readonly #options: WriterOptions
  #getState: (() => MockState) | undefined
  #writtenDigest: string | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #writing: Promise<void> | undefined
  #hasChangedMeanwhile = false

  constructor(options: WriterOptions) {
    this.#options = options
  }

  async startWriting(getState: () => MockState): Promise<void> {
    this.#getState = getState
    await this.#write()
  }

  schedule(): void {
    if (this.#writing !== undefined) this.#hasChangedMeanwhile = true
    else this.#timer ??= setTimeout(() => this.#start(), settleMs)
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#hasChangedMeanwhile = false
    await this.#writing

    try {
      await this.#write()
    } finally {
      await this.#options.fileLock.release().catch(() => {})
    }
  }

  #start(): void {
    this.#timer = undefined
    this.#hasChangedMeanwhile = false

    this.#writing = this.#writeAndRetry().finally(() => {
      this.#writing = undefined
      if (this.#hasChangedMeanwhile) this.schedule()
    })
  }

  async #writeAndRetry(): Promise<void> {
    const { fileLock, onError } = this.#options
    try {
      await this.#write()
      this.problem = undefined
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      // Reported once, although the write is repeated.
      if (this.problem !== error.message) onError(error)
      this.problem = error.message

      const canRetry = fileLock.getLostError() === undefined
      if (canRetry) this.#timer = setTimeout(() => this.#start(), retryMs).unref()
    }
  }

  async #write(): Promise<void> {
    const { path, fileLock, realPath } = this.#options
    const lockLostError = fileLock.getLostError()
    if (lockLostError !== undefined) throw lockLostError
    if (this.#getState === undefined) return

    const content: StateFileContent = { format: 'wfhost-mock state', version: stateFileVersion, state: this.#getState() }
    const text = `${JSON.stringify(content)}\n`
    // The digest is kept instead of the text, which may have as many bytes as the world remembers.
    const digest = createHash('sha256').update(text).digest('hex')
    if (digest === this.#writtenDigest) return

    await writeAtomically(realPath, text).catch((cause: unknown) => {
      throw createWriteError(path, cause)
    })
    this.#writtenDigest = digest
  }
}

/** Returns the path behind symbolic links. If the file does not exist yet, returns the given path. */
async function findRealPath(file: string): Promise<string> {
  const refuse = (why: string): never => {
    throw new StateFileError(`Cannot keep the state in ${file}: ${why}`)
  }
  const found = await stat(file).catch(() => undefined)
  // Opening a FIFO would wait for its other end.
  if (found !== undefined) return found.isFile() ? realpath(file) : refuse('it is not a regular file; name another file')
  const link = await lstat(file).catch(() => undefined)
  return link === undefined ? file : refuse('it is a link to a file that is not there; remove the link, or create the file')
}

/** Reads a state file; undefined if there is none. */
async function readState(file: string): Promise<MockState | undefined> {
  const text = await readIfExists(file)
  if (text === undefined) return undefined

  const value = readJson(text)
  const problem = findStateProblem(value)
  if (problem !== undefined) {
    throw new StateFileError(`Cannot read the state in ${file}: ${problem}; move the file away, or name another one`)
  }
  // The schema has just checked the type.
  return (value as unknown as StateFileContent).state
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    if (getErrorCode(cause) === 'ENOENT') return undefined
    throw new StateFileError(`Cannot read the state in ${file}: ${describeReadError(cause, file)}`, { cause })
  }
}

/** Returns why a value is not a state of this version, or undefined if it is one. */
function findStateProblem(value: unknown): string | undefined {
  if (value === undefined) return 'it is not JSON'
  if (memberOf(value, 'format') !== 'wfhost-mock state') return 'it is not a state of wfhost-mock'

  const version = memberOf(value, 'version')
  if (version !== undefined && version !== stateFileVersion) {
    return `it has version ${String(version)}, and this wfhost-mock reads version ${stateFileVersion}`
  }
  const [problem] = findSchemaProblems(stateFileSchema, value)
  return problem === undefined ? undefined : `it is damaged at ${formatSchemaProblem(problem)}`
}

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

/**
 * Replaces a file atomically: if the process or the machine stops at any moment, the file has either the old or the new
 * content. Only its owner can read it.
 */
async function writeAtomically(realPath: string, text: string): Promise<void> {
  const temporary = `${realPath}.new`
  // A file that was left behind may be readable by others.
  await rm(temporary, { force: true })
  const written = await open(temporary, 'wx', 0o600)
  try {
    await written.writeFile(text)
    await written.sync()
  } finally {
    await written.close()
  }
  await rename(temporary, realPath)
  await syncFolder(dirname(realPath))
}

/** Flushes the folder, so that the renaming survives a crash. Windows does not support this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
