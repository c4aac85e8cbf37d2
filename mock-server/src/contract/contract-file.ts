import { memberOf, readJson } from '../core/json.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import { formatContract } from './contract-archive.ts'
import type { ContractEntry } from './contract-entry.ts'

type FileSystem = typeof import('node:fs')

/** A process that holds a lock for longer than this has been killed. */
const STALE_LOCK_MS = 5000
const LONGEST_WAIT_MS = 15_000
const PAUSE_MS = 10

/** The file of a contract. Several processes can add to it, as those of a test runner do. */
export class ContractFile {
  readonly #path: string
  readonly #fs: FileSystem

  /**
   * Checks that exchanges can be added to the file, so that no test runs without its contract.
   *
   * @throws {MockStateError} if the file is not a contract, or cannot be written. In a page, which has no files, too.
   */
  constructor(path: string) {
    this.#path = path
    this.#fs = loadFileSystem(path)
    this.#read()
    this.#checkFolder()
  }

  #checkFolder(): void {
    try {
      this.#fs.accessSync(/^(.*[/\\])?/.exec(this.#path)?.[0] || '.', this.#fs.constants.W_OK)
    } catch (error) {
      throw this.#createError(error)
    }
  }

  /**
   * Adds exchanges. The file is sorted, so that two runs of the same tests differ only in values.
   *
   * @throws {MockStateError} if the file cannot be written, or is something other than a contract.
   */
  add(entries: readonly ContractEntry[]): void {
    this.#withLock(() => {
      const merged = new Map(this.#read().map((entry) => [entry.key, entry]))
      for (const entry of entries) {
        if (!merged.has(entry.key)) merged.set(entry.key, entry)
      }
      this.#write(formatContract([...merged.values()]))
    })
  }

  /** Reads the exchanges of the file. A file that does not exist has none. */
  #read(): ContractEntry[] {
    const text = this.#readText()
    if (text === undefined) return []

    const log = memberOf(readJson(text), 'log')
    const entries = memberOf(log, 'entries')
    const isContract = memberOf(memberOf(log, '_wfhost'), 'kind') === 'contract' && Array.isArray(entries)
    if (!isContract) {
      throw new MockStateError(`Cannot add to ${this.#path}: it is not a contract. Name another file, or delete it`)
    }

    return entries.map((entry: unknown) => {
      const { _key: key, ...rest } = Object(entry)
      return { key: String(key), entry: rest }
    })
  }

  #readText(): string | undefined {
    try {
      this.#refuseDevice()
      return this.#fs.readFileSync(this.#path, 'utf8')
    } catch (error) {
      if (Object(error).code === 'ENOENT') return undefined
      throw this.#createError(error)
    }
  }

  /** Refuses a device or a FIFO. Reading /dev/full never ends, and reading a FIFO waits for its other end. */
  #refuseDevice(): void {
    const stats = this.#fs.statSync(this.#path, { throwIfNoEntry: false })
    if (stats === undefined || stats.isFile()) return
    throw new MockStateError(`Cannot write the contract ${this.#path}: it is not a regular file. Name another file`)
  }

  /** Replaces the file in one step, so that no other process reads an incomplete file. */
  #write(text: string): void {
    const temporary = `${this.#path}.${process.pid}.tmp`
    try {
      this.#fs.writeFileSync(temporary, text)
      this.#fs.renameSync(temporary, this.#path)
    } catch (error) {
      throw this.#createError(error)
    }
  }

  #createError(cause: unknown): MockStateError {
    if (cause instanceof MockStateError) return cause
    const { code } = Object(cause)
    const reason = code === 'ENOENT' ? 'its folder does not exist' : code
    const message = `Cannot write the contract ${this.#path}: ${reason}. Name a file in a folder that exists`
    return Object.assign(new MockStateError(message), { cause })
  }

  /** Runs a function while no other process writes the file. */
  #withLock(work: () => void): void {
    const lock = `${this.#path}.lock`
    this.#takeLock(lock)
    try {
      work()
    } finally {
      this.#fs.unlinkSync(lock)
    }
  }

  #takeLock(lock: string): void {
    const deadline = performance.now() + LONGEST_WAIT_MS
    while (performance.now() < deadline) {
      if (this.#createLock(lock)) return
      if (this.#isStale(lock)) this.#fs.rmSync(lock, { force: true })
      else pause()
    }
    const reason = `another process holds ${lock}. Delete it if no test is running`
    throw new MockStateError(`Cannot write the contract ${this.#path}: ${reason}`)
  }

  #createLock(lock: string): boolean {
    try {
      this.#fs.closeSync(this.#fs.openSync(lock, 'wx'))
      return true
    } catch (error) {
      if (Object(error).code === 'EEXIST') return false
      throw this.#createError(error)
    }
  }

  #isStale(lock: string): boolean {
    const stats = this.#fs.statSync(lock, { throwIfNoEntry: false })
    return stats !== undefined && Date.now() - stats.mtimeMs > STALE_LOCK_MS
  }
}

/** Waits without leaving the function, so that a process writes its exchanges in one step. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
}

/** Loads the file system without an import, which a bundler for pages would refuse. */
function loadFileSystem(path: string): FileSystem {
  // The types say that a process always exists, but a page has none.
  const { getBuiltinModule } = Object(globalThis.process)
  if (typeof getBuiltinModule === 'function') return getBuiltinModule('node:fs')

  const reason = 'there are no files here, as in a page or in Node before 20.16'
  throw new MockStateError(
    `Cannot write the contract ${path}: ${reason}. Pass a function as contract, which receives the archive`,
  )
}
