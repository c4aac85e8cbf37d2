import { closeSync, ftruncateSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { type HarExchange, toHar } from '../core/journal/journal-formats.ts'
import { archiveEnd } from './read-archive.ts'

/** A file that keeps exchanges. */
export interface Recording {
  readonly count: number
  /**
   * Writes an exchange; the file is whole again when this returns.
   *
   * @throws {Error} if it cannot be written, as on a full disk. The file has those before it.
   */
  add(exchange: HarExchange): void
  /** Ends the recording; a file without exchanges is removed. */
  close(): void
}

/**
 * Creates a file and adds exchanges to it as they happen, so that a recorder that is killed loses none: after each, the
 * file is an HTTP Archive.
 *
 * @throws {Error} if the file exists, or cannot be written.
 */
export function createRecording(file: string, upstream: string): Recording {
  const opened = open(file)
  const begin = JSON.stringify(toHar([], upstream)).replace(/\]\}\}$/, '')
  let end = Buffer.byteLength(begin)
  let count = 0
  const write = (text: string, at: number) => {
    try {
      writeWhole(opened, text, at)
    } catch (cause) {
      throw new Error(`Cannot record in ${file}: ${Object(cause).code}`, { cause })
    }
  }
  const close = () => {
    closeSync(opened)
    if (count === 0) unlinkSync(file)
  }
  try {
    write(begin + archiveEnd, 0)
  } catch (error) {
    close()
    throw error
  }
  return {
    get count() {
      return count
    },
    add: (exchange) => {
      const line = JSON.stringify(Object(toHar([exchange], upstream)).log.entries[0])
      const text = `${count === 0 ? '' : ','}\n${line}`
      try {
        // In one call, and in front of the end of the file.
        write(text + archiveEnd, end)
      } catch (error) {
        write(archiveEnd, end)
        ftruncateSync(opened, end + archiveEnd.length)
        throw error
      }
      end += Buffer.byteLength(text)
      count += 1
    },
    close,
  }
}

function open(file: string): number {
  try {
    // A recording is not replaced. It has what a service answers, which is for its owner to see.
    return openSync(file, 'wx', 0o600)
  } catch (cause) {
    const code: unknown = Object(cause).code
    const why = code === 'EEXIST' ? 'it exists already; name another file, or delete it' : code
    throw new Error(`Cannot record in ${file}: ${why}`, { cause })
  }
}

/** A full disk takes a part first, and refuses only what follows. */
function writeWhole(file: number, text: string, at: number): void {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done)
}
