import { fstatSync, writeSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { reasonOf } from '../batch-file/append-file.ts'
import { WriteError } from './explain-error.ts'

/**
 * Opens standard output and keeps what it does not take. A file is written directly: the stream of Node does not notice
 * when a full disk takes only a part of the text.
 */
export function openStandardOutput({ stream, fd }: { readonly stream: Writable; readonly fd: number }) {
  const direct = isFile(fd)
  const controller = new AbortController()
  const rest: Buffer[] = []
  let error: WriteError | undefined

  const fail = (bytes: Buffer, cause: unknown) => {
    rest.push(bytes)
    error ??= new WriteError(`Cannot write to standard output: ${describeReason(cause)}`, { cause })
    controller.abort(error)
  }
  const writeDirectly = (bytes: Buffer) => {
    let written = 0
    try {
      while (written < bytes.length) written += writeSync(fd, bytes, written)
    } catch (cause) {
      fail(bytes.subarray(written), cause)
    }
  }
  return {
    write: (text: string) => {
      const bytes = Buffer.from(text)
      // Nothing may follow a gap.
      if (error !== undefined) rest.push(bytes)
      else if (direct) writeDirectly(bytes)
      else stream.write(bytes, (cause) => cause && fail(bytes, cause))
    },
    failed: controller.signal,
    /** Resolves when all has been written, or with what could not be and why. */
    end: async () => {
      if (!direct) await new Promise((resolve) => stream.write('', resolve))
      return error && { error, rest: Buffer.concat(rest) }
    },
  }
}

function describeReason(cause: unknown): string {
  return isBrokenPipe(cause) ? 'its reader has ended' : reasonOf(cause)
}

/** Whether nobody reads standard output any more, as after `head`. */
export function isBrokenPipe(error: unknown): boolean {
  return Object(error).code === 'EPIPE'
}

/** Windows cannot look at every console. */
function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile()
  } catch {
    return false
  }
}
