import { closeSync, ftruncateSync, lstatSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { type HarExchange, toHar } from '../core/journal/journal-formats.ts'
import { describeWriteError } from '../file-error.ts'
import { archiveEnd } from './read-archive.ts'

/** A file to which exchanges are added. */
export interface Recording {
  readonly count: number
  /**
   * Writes an exchange. When this returns, the file is a complete HTTP Archive.
   *
   * @throws {Error} if the exchange cannot be written, as on a full disk. The file then contains the exchanges before it.
   */
  add(exchange: HarExchange): void
  /** Ends the recording. A file without exchanges is removed. */
  close(): void
}

/**
 * Creates a file and adds exchanges to it as they happen. The file is an HTTP Archive after each exchange, so a recorder that
 * is killed loses none.
 *
 * @throws {Error} if the file exists, or cannot be written.
 */
export function createRecording(path: string, upstream: string): Recording {
  return new RecordingFile(path, upstream)
}

class RecordingFile implements Recording {
  readonly #path: string
  readonly #upstream: string
  readonly #file: number
  /** The position after the last exchange, where the end of the archive starts. */
  #position: number
  #count = 0

  constructor(path: string, upstream: string) {
    this.#path = path
    this.#upstream = upstream
    this.#file = createFile(path)

    const start = JSON.stringify(toHar([], upstream)).replace(/\]\}\}$/, '')
    this.#position = Buffer.byteLength(start)
    try {
      this.#write(start + archiveEnd, 0)
    } catch (error) {
      this.close()
      throw error
    }
  }

  get count(): number {
    return this.#count
  }

  add(exchange: HarExchange): void {
    const entry = JSON.stringify(Object(toHar([exchange], this.#upstream)).log.entries[0])
    const text = `${this.#count === 0 ? '' : ','}\n${entry}`
    try {
      // One write replaces the end of the archive by the exchange and the end.
      this.#write(text + archiveEnd, this.#position)
    } catch (error) {
      this.#write(archiveEnd, this.#position)
      ftruncateSync(this.#file, this.#position + archiveEnd.length)
      throw error
    }
    this.#position += Buffer.byteLength(text)
    this.#count += 1
  }

  close(): void {
    closeSync(this.#file)
    if (this.#count === 0) unlinkSync(this.#path)
  }

  #write(text: string, position: number): void {
    try {
      writeAll(this.#file, text, position)
    } catch (cause) {
      throw new Error(`Cannot record in ${this.#path}: ${describeWriteError(cause, this.#path)}`, { cause })
    }
  }
}

/** Creates a file that only its owner can read, because it contains the responses of a service. Never replaces a file. */
function createFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (cause) {
    const exists = Object(cause).code === 'EEXIST'
    const reason = exists ? describeExisting(path) : describeWriteError(cause, path)
    throw new Error(`Cannot record in ${path}: ${reason}`, { cause })
  }
}

/** Describes what is at a path instead of a new file. Nobody is to delete a device. */
function describeExisting(path: string): string {
  // It can have been removed since.
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() !== false
  return isFile ? 'it exists already; name another file, or delete it' : 'it is not a file; name a file that does not exist'
}

/** Writes a text completely. On a full disk, a first write can succeed in part; the next one throws. */
function writeAll(file: number, text: string, position: number): void {
  const bytes = Buffer.from(text)
  let written = 0
  while (written < bytes.length) {
    written += writeSync(file, bytes, written, bytes.length - written, position + written)
  }
}
