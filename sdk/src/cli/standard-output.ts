import { fstatSync, writeSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { reasonOf } from '../batch-file/append-file.ts'
import { WriteError } from './explain-error.ts'

interface OutputTarget {
  readonly stream: Writable
  readonly fd: number
}

/** The text that standard output did not accept, and why. */
interface UnwrittenText {
  readonly error: WriteError
  readonly rest: Buffer
}

/**
 * Standard output of the command. It keeps the text that could not be written.
 *
 * If standard output is a file, the text is written directly: the stream of Node does not notice that a full disk accepts only
 * a part of it.
 */
export class StandardOutput {
  readonly #stream: Writable
  readonly #fd: number
  readonly #isFile: boolean
  readonly #controller = new AbortController()
  readonly #rest: Buffer[] = []
  #error: WriteError | undefined

  constructor({ fd, stream }: OutputTarget) {
    this.#stream = stream
    this.#fd = fd
    this.#isFile = isFile(fd)
  }

  /** Aborts as soon as a text cannot be written. */
  get failed(): AbortSignal {
    return this.#controller.signal
  }

  write(text: string): void {
    const bytes = Buffer.from(text)

    // After a failure, later text would follow a gap.
    if (this.#error !== undefined) this.#rest.push(bytes)
    else if (this.#isFile) this.#writeToFile(bytes)
    else this.#stream.write(bytes, (cause) => cause && this.#fail(bytes, cause))
  }

  /** Waits until everything is written. Resolves with the text that could not be written, if any. */
  async end(): Promise<UnwrittenText | undefined> {
    if (!this.#isFile) await new Promise((resolve) => this.#stream.write('', resolve))
    return this.#error && { error: this.#error, rest: Buffer.concat(this.#rest) }
  }

  #writeToFile(bytes: Buffer): void {
    let written = 0
    try {
      while (written < bytes.length) written += writeSync(this.#fd, bytes, written)
    } catch (cause) {
      this.#fail(bytes.subarray(written), cause)
    }
  }

  #fail(bytes: Buffer, cause: unknown): void {
    this.#rest.push(bytes)
    this.#error ??= new WriteError(`Cannot write to standard output: ${describeReason(cause)}`, { cause })
    this.#controller.abort(this.#error)
  }
}

function describeReason(cause: unknown): string {
  return isBrokenPipe(cause) ? 'its reader has ended' : reasonOf(cause)
}

/** Whether the reader of standard output has ended, as after `head`. */
export function isBrokenPipe(error: unknown): boolean {
  return Object(error).code === 'EPIPE'
}

/** Whether a file descriptor is a regular file. Windows does not report this for every console. */
function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile()
  } catch {
    return false
  }
}
