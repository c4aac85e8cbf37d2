import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { type HarExchange, toHar } from '../core/journal/journal-formats.ts'
import { archiveEnd } from './read-archive.ts'

/** A file that keeps exchanges. */
export interface Recording {
  readonly count: number
  /** Writes an exchange; the file is whole again when this returns. */
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
  let end = writeSync(opened, JSON.stringify(toHar([], upstream)).replace(/\]\}\}$/, ''))
  let count = 0
  writeSync(opened, archiveEnd, end)
  return {
    get count() {
      return count
    },
    add: (exchange) => {
      const line = JSON.stringify(Object(toHar([exchange], upstream)).log.entries[0])
      const text = `${count === 0 ? '' : ','}\n${line}`
      // In one call, and in front of the end of the file.
      writeSync(opened, text + archiveEnd, end)
      end += Buffer.byteLength(text)
      count += 1
    },
    close: () => {
      closeSync(opened)
      if (count === 0) unlinkSync(file)
    },
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
