import { fstatSync, writeSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { commonExitCodes } from './exit-codes.ts'
import { readSystemReason } from './system-error.ts'

/** The error for standard output that does not accept a text. */
export class OutputError extends Error {
  /** Whether the reader of the output has ended. This is not a failure: commands end silently then. */
  get isBrokenPipe(): boolean {
    return isBrokenPipe(this.cause)
  }

  /** The exit code of a command that has nothing else to report. */
  get exitCode(): number {
    return this.isBrokenPipe ? commonExitCodes.brokenPipe : commonExitCodes.unwritten
  }
}

/** Opens standard output of this process. Files and terminals that fail then do not end the process. */
export function openStandardOutput(): StandardOutput {
  // After a terminal has closed, no message on standard error reaches anyone.
  process.stderr.on('error', () => {})
  // Without a listener, a limit on the size of files (`ulimit -f`) would kill the process. Now it is reported like a full disk.
  process.on('SIGXFSZ', () => {})
  return new StandardOutput({ stream: process.stdout, fd: 1 })
}

interface OutputTarget {
  readonly stream: Writable
  readonly fd: number
}

/** The text that standard output did not accept, and why. */
interface UnwrittenText {
  readonly error: OutputError
  readonly rest: Buffer
}

/**
 * Standard output of a command. It keeps the text that could not be written.
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
  #error: OutputError | undefined

  constructor({ fd, stream }: OutputTarget) {
    this.#stream = stream
    this.#fd = fd
    this.#isFile = isFile(fd)
    // Each write reports its own error. Without a listener, the stream would throw the error again and end the process.
    stream.on('error', () => {})
  }

  /** Aborts as soon as a text cannot be written. */
  get failed(): AbortSignal {
    return this.#controller.signal
  }

  /** Why a text could not be written; undefined while everything was. */
  get error(): OutputError | undefined {
    return this.#error
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
    this.#error ??= new OutputError(`Cannot write to standard output: ${describeReason(cause)}`, { cause })
    this.#controller.abort(this.#error)
  }
}

function describeReason(cause: unknown): string {
  return isBrokenPipe(cause) ? 'its reader has ended' : readSystemReason(cause)
}

function isBrokenPipe(error: unknown): boolean {
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
