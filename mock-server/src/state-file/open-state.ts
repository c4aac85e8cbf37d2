import { createHash } from 'node:crypto'
import { access, constants, lstat, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { lock } from 'proper-lockfile'
import { memberOf, readJson } from '../core/json.ts'
import { findProblems, formatProblem } from '../schema/check.ts'
import { type MockState, type StateFile, stateFile, stateFileVersion } from '../schema/state.ts'

export interface OpenState {
  /** The state in the file; undefined if the file does not exist yet. */
  readonly state: MockState | undefined
  /**
   * Writes a state now, and whenever it has changed.
   *
   * @throws {StateFileError} if it cannot be written now. A later failure is reported, and the state is tried again every
   *   second until it is written.
   */
  readonly follow: (take: () => MockState) => Promise<void>
  /** Why the last state could not be written; undefined if it was. */
  readonly trouble: () => string | undefined
  /** Reports that the state may have changed; it is written soon, together with further changes. */
  readonly changed: () => void
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

// How long after a server was killed its file counts as its own.
const staleMs = 2000
const settleMs = 20

// How soon a state that could not be written is tried again: the disk may have space by then.
const retryMs = 1000

/**
 * Opens a state file for this process alone; one that another server has is waited for as long as that may have been killed.
 *
 * @param report - Called for a later problem: a state that cannot be written, or a file that another server uses.
 * @throws {StateFileError} for a file that is not a state file, is damaged, has a later version, is not a regular
 *   file, or belongs to another server. The file is not changed.
 */
export async function openState(file: string, report: (error: Error) => void): Promise<OpenState> {
  const target = await findTarget(file)
  const refuseToWrite = (cause: unknown): never => {
    throw new StateFileError(`Cannot write the state to ${file}: ${codeOf(cause)}`, { cause })
  }
  // Without this test, `lock` would retry after every error, also if the folder cannot be written.
  await access(dirname(target), constants.W_OK).catch(refuseToWrite)
  let lost: StateFileError | undefined
  const release = await lock(target, {
    // The file need not exist yet, and has just been resolved.
    realpath: false,
    stale: staleMs,
    // Twice as long: a busy machine may have touched the lock, and looks at it, late.
    retries: { retries: 20, factor: 1, minTimeout: staleMs / 10 },
    onCompromised: (cause) => {
      lost = new StateFileError(`Cannot keep the state in ${file}: its lock is gone; another server may have taken it`, { cause })
      report(lost)
    },
  }).catch((cause: unknown) => {
    if (codeOf(cause) !== 'ELOCKED') return refuseToWrite(cause)
    throw new StateFileError(`Cannot use the state in ${file}: another server uses it; stop that one, or name another file`)
  })
  const state = await readState(file).catch(async (error: unknown) => {
    await release()
    throw error
  })
  let take: (() => MockState) | undefined
  let written: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> | undefined
  let again = false
  let trouble: string | undefined

  async function write(): Promise<void> {
    if (lost !== undefined) throw lost
    if (take === undefined) return
    const content: StateFile = { format: 'wfhost-mock state', version: stateFileVersion, state: take() }
    const text = `${JSON.stringify(content)}\n`
    // Not the text itself: it may have as many bytes as the world remembers.
    const digest = createHash('sha256').update(text).digest('hex')
    if (digest === written) return
    await writeAtomically(target, text).catch(refuseToWrite)
    written = digest
  }

  function start(): void {
    timer = undefined
    again = false
    writing = write()
      .then(
        () => {
          trouble = undefined
        },
        (error: Error) => {
          // Said once, though it is tried again and again.
          if (trouble !== error.message) report(error)
          trouble = error.message
          if (lost === undefined) timer = setTimeout(start, retryMs).unref()
        },
      )
      .finally(() => {
        writing = undefined
        if (again) changed()
      })
  }

  function changed(): void {
    if (writing !== undefined) again = true
    else timer ??= setTimeout(start, settleMs)
  }

  return {
    state,
    follow: async (current) => {
      take = current
      await write()
    },
    trouble: () => trouble,
    changed,
    close: async () => {
      clearTimeout(timer)
      again = false
      await writing
      await write().finally(() => release().catch(() => {}))
    },
  }
}

/** The file behind the links. If the file does not exist yet, the name itself. */
async function findTarget(file: string): Promise<string> {
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
  return (value as unknown as StateFile).state
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'ENOENT') return undefined
    throw new StateFileError(`Cannot read the state in ${file}: ${code}`, { cause })
  }
}

/** Returns why a value is not a state of this version, or undefined if it is one. */
function findStateProblem(value: unknown): string | undefined {
  if (value === undefined) return 'it is no JSON'
  if (memberOf(value, 'format') !== 'wfhost-mock state') return 'it is not a state of wfhost-mock'

  const version = memberOf(value, 'version')
  if (version !== undefined && version !== stateFileVersion) {
    return `it has version ${String(version)}, and this wfhost-mock reads version ${stateFileVersion}`
  }
  const [problem] = findProblems(stateFile, value)
  return problem === undefined ? undefined : `it is damaged at ${formatProblem(problem)}`
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

/**
 * Replaces a file atomically: if the process or the machine stops at any moment, the file has either the old or the new
 * content. Only its owner can read it.
 */
async function writeAtomically(target: string, text: string): Promise<void> {
  const temporary = `${target}.new`
  // A file that was left behind may be readable by others.
  await rm(temporary, { force: true })
  const written = await open(temporary, 'wx', 0o600)
  try {
    await written.writeFile(text)
    await written.sync()
  } finally {
    await written.close()
  }
  await rename(temporary, target)
  await syncFolder(dirname(target))
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
