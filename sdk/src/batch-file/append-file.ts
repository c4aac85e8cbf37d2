import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync, read, readSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { readSystemReason } from '@wfhost/internal/system-error'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { toLine } from './record-lines.ts'

/**
 * A batch cannot write to its file, or another process writes to it. The batch writes and sends nothing more.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { appendFile, mkdtemp } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { BatchFileError, openBatchFile } from '@wfhost/sdk/batch-file'
 *
 * const path = join(await mkdtemp(join(tmpdir(), 'batch-')), 'done.jsonl')
 * const store = await openBatchFile(path)
 * await appendFile(path, '{"opened":"by another process"}\n')
 *
 * await assert.rejects(async () => store.start({ key: '0', index: 0, input: { subject: 'A refund' } }), BatchFileError)
 * await store.close()
 * ```
 */
export class BatchFileError extends Error {
  /** The name of the class. */
  override readonly name = 'BatchFileError'
  /**
   * The file to which the lines were copied, since the file of the batch was removed or replaced. Continue with this file.
   * Undefined for other failures, and if the copy could not be written.
   */
  readonly copy: string | undefined

  constructor(message: string, { cause, copy }: { readonly cause?: unknown; readonly copy?: string | undefined } = {}) {
    super(message, { cause })
    this.copy = copy
  }
}

const readInto = promisify(read)
const flushToDisk = promisify(fdatasync)

/** A file that lines are appended to. No other process may write to it meanwhile. It stays the same file if it is renamed. */
export class AppendFile {
  readonly #path: string
  readonly #fd: number
  #size = 0
  #isClosed = false
  #failure: BatchFileError | undefined
  #currentFlush: Promise<void> | undefined
  #nextFlush: Promise<void> | undefined

  /**
   * Opens a file, and creates it if it does not exist.
   *
   * @throws ConfigurationError if the file cannot be opened.
   */
  constructor(path: string) {
    this.#path = path
    this.#fd = open(path)
  }

  /** Reads the file from its start. */
  async *read(): AsyncGenerator<Uint8Array> {
    for (let position = 0; ; ) {
      const buffer = Buffer.alloc(READ_BYTES)
      const { bytesRead } = await readInto(this.#fd, buffer, 0, buffer.length, position)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
      position += bytesRead
    }
  }

  /**
   * Prepares the file for appending, after it was read. Removes a last line that a crash cut short.
   *
   * @throws ConfigurationError if the file has another size than when it was read.
   */
  beginAppending({ completeSize, size }: { readonly size: number; readonly completeSize: number }): void {
    if (fstatSync(this.#fd).size !== size) {
      throw new ConfigurationError(`Cannot write to ${this.#path}: another process writes to it`)
    }
    if (completeSize < size) ftruncateSync(this.#fd, completeSize)
    this.#size = completeSize
  }

  /**
   * Appends a line.
   *
   * @throws BatchFileError if this line or an earlier one could not be written completely.
   */
  append(line: object): void {
    this.#write(toLine(line))
  }

  /** Appends the line feed that the last line lacks. */
  endLastLine(): void {
    this.#write('\n')
  }

  /** Resolves when all lines so far are on the disk. Concurrent calls share one flush. */
  flush(): Promise<void> {
    // A flush in progress may have begun before the last line was written, so it does not count.
    this.#nextFlush ??= this.#flushAfterCurrent()
    return this.#nextFlush
  }

  /** Makes every further write throw a BatchFileError. The first reason counts. */
  fail(reason: string, details: { readonly cause?: unknown; readonly copy?: string | undefined } = {}): void {
    this.#failure ??= new BatchFileError(`Cannot write to ${this.#path}: ${reason}`, details)
  }

  /** Closes the file. Throws a BatchFileError if it was removed or replaced in the meantime. */
  close(): void {
    const earlierFailure = this.#failure
    this.#failIfRemoved()
    closeSync(this.#fd)
    this.#isClosed = true

    // Writes throw an earlier failure. Only a removal is found here.
    const isNewFailure = this.#failure !== earlierFailure
    if (this.#failure !== undefined && isNewFailure) throw this.#failure

    // The system gives the number of a closed descriptor to the next file. A late line would be written to that file.
    this.fail('it was closed. Close it after its batch has ended')
  }

  /** Writes a text at the end. A failure is remembered, so that no later line follows a gap. */
  #write(text: string): void {
    if (this.#failure !== undefined) throw this.#failure

    const bytes = Buffer.from(text)
    try {
      writeAll(this.#fd, bytes)
      this.#size += bytes.length
      // Every process appends at the end. A size that differs shows the lines of another process.
      if (fstatSync(this.#fd).size !== this.#size) this.fail('another process writes to it')
      this.#failIfRemoved()
    } catch (error) {
      this.fail(readSystemReason(error), { cause: error })
    }
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Flushes to the disk once the flush in progress has ended. Meanwhile, `#nextFlush` is this promise. */
  async #flushAfterCurrent(): Promise<void> {
    await this.#currentFlush?.catch(() => {})
    this.#currentFlush = this.#nextFlush
    this.#nextFlush = undefined
    if (this.#isClosed) throw this.#failure

    try {
      await flushToDisk(this.#fd)
    } catch (error) {
      this.fail(readSystemReason(error), { cause: error })
      throw this.#failure
    }
  }

  /** Fails if the file was removed: it is open, but has no name any more. Its content is then copied to another file. */
  #failIfRemoved(): void {
    if (this.#failure !== undefined) return

    const hasName = fstatSync(this.#fd).nlink > 0
    if (hasName) return

    const copy = copyContent(this.#fd, `${this.#path}.${Date.now()}`)
    const advice = copy === undefined ? '' : `; its lines are in ${copy}: continue with that file`
    this.fail(`it was removed, or replaced by another file${advice}`, { copy })
  }
}

const READ_BYTES = 64 * 1024

// The mode of a new file: it has the inputs and the results of runs.
const ONLY_OWNER = 0o600

function writeAll(fd: number, bytes: Uint8Array): void {
  // A full disk can accept a part of the bytes. The next call throws then.
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written)
}

/** Copies an open file to a new one. Returns the path of the copy, or undefined if it cannot be written. */
function copyContent(fd: number, path: string): string | undefined {
  try {
    const copy = openSync(path, 'wx', ONLY_OWNER)
    const buffer = Buffer.alloc(READ_BYTES)
    for (let position = 0; ; ) {
      const length = readSync(fd, buffer, 0, buffer.length, position)
      if (length === 0) break
      writeAll(copy, buffer.subarray(0, length))
      position += length
    }
    closeSync(copy)
    return path
  } catch {
    return undefined
  }
}

/** Opens a file to read it and to append to it. A pipe or a terminal is refused, because a later batch could not read it. */
function open(path: string): number {
  const fd = openOrExplain(path)
  if (fstatSync(fd).isFile()) return fd

  closeSync(fd)
  throw new ConfigurationError(
    `Cannot write to ${path}: it is a device or a pipe, which keeps no record to continue from. Give a file`,
  )
}

/** Opens a file, or throws an error that says why it cannot be opened. */
function openOrExplain(path: string): number {
  try {
    return openSync(path, 'a+', ONLY_OWNER)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') {
      throw new ConfigurationError(`Cannot write to ${path}: there is no folder ${dirname(resolve(path))}`)
    }
    if (code === 'EISDIR') throw new ConfigurationError(`Cannot write to ${path}: it is a folder`)
    if (code === 'ERR_INVALID_ARG_VALUE') {
      throw new ConfigurationError(`Cannot write to ${JSON.stringify(path)}: a path cannot contain the character U+0000`)
    }
    throw new ConfigurationError(`Cannot write to ${path}: ${readSystemReason(error)}`, { cause: error })
  }
}
