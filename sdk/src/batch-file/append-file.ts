import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync, read, readSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { toLine } from './record-lines.ts'

/**
 * A batch cannot write to its file, or another process has taken that over. Nothing more is written or sent.
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
}

/** A file that lines are appended to, and that nobody else may change meanwhile. */
export interface AppendFile {
  readonly read: () => AsyncIterable<Uint8Array>
  /** Says what size was read, and cuts off what follows the sound part of it. */
  readonly beginAt: (size: number, sound: number) => void
  /** Appends a line, or the end of the last one. Throws a BatchFileError if it, or an earlier one, is not where it should be. */
  readonly append: (line: object | '') => void
  /** Resolves when the lines are on the disk. */
  readonly sync: () => Promise<void>
  readonly fail: (message: string, cause?: unknown) => void
  /** Throws a BatchFileError if what was written has no name any more. */
  readonly close: () => void
}

const readInto = promisify(read)
const syncToDisk = promisify(fdatasync)

/** Opens a file to append to, and makes it if it is not there. It stays the same file if its name changes. */
export function openFile(path: string): AppendFile {
  const fd = open(path)
  let size = 0
  let failure: BatchFileError | undefined

  const fail: AppendFile['fail'] = (message, cause) => {
    failure ??= new BatchFileError(`Cannot write to ${path}: ${message}`, { cause })
  }
  const checkName = () => {
    if (failure === undefined && fstatSync(fd).nlink === 0) fail(`it was removed, or replaced by another file${rescue(fd, path)}`)
  }
  return {
    fail,
    read: () => readChunks(fd),
    beginAt: (found, sound) => {
      if (fstatSync(fd).size !== found) throw new ConfigurationError(`Cannot write to ${path}: another process writes to it`)
      if (sound < found) ftruncateSync(fd, sound)
      size = sound
    },
    append: (line) => {
      // A full disk may have taken a part of a line, which only the last one may be.
      if (failure) throw failure
      const bytes = Buffer.from(line === '' ? '\n' : toLine(line))
      try {
        for (let from = 0; from < bytes.length; ) from += writeSync(fd, bytes, from)
        size += bytes.length
        // Lines are appended in one order for all processes: one that this one has not written means that another has the file.
        if (fstatSync(fd).size !== size) fail('another process writes to it')
        checkName()
      } catch (error) {
        fail(reasonOf(error), error)
      }
      if (failure) throw failure
    },
    sync: () =>
      syncToDisk(fd).catch((error: unknown) => {
        fail(reasonOf(error), error)
        throw failure
      }),
    close: () => {
      const before = failure
      checkName()
      closeSync(fd)
      if (failure !== before) throw failure
    },
  }
}

/** Keeps what a file without a name holds in another one, and says where. */
function rescue(fd: number, path: string): string {
  const kept = `${path}.${Date.now()}`
  try {
    const copy = openSync(kept, 'wx')
    const buffer = Buffer.alloc(2 ** 16)
    for (let position = 0; ; ) {
      const length = readSync(fd, buffer, 0, buffer.length, position)
      if (length === 0) break
      for (let from = 0; from < length; ) from += writeSync(copy, buffer, from, length - from)
      position += length
    }
    closeSync(copy)
    return `; what it recorded is in ${kept}: go on with that`
  } catch {
    // Nowhere to put it.
    return ''
  }
}

function open(path: string): number {
  const folder = dirname(resolve(path))
  try {
    const fd = openSync(path, 'a+')
    if (fstatSync(fd).isFile()) return fd
    closeSync(fd)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') throw new ConfigurationError(`Cannot write to ${path}: there is no folder ${folder}`)
    if (code === 'EISDIR') throw new ConfigurationError(`Cannot write to ${path}: it is a folder`)
    throw new ConfigurationError(`Cannot write to ${path}: ${reasonOf(error)}`, { cause: error })
  }
  throw new ConfigurationError(`Cannot write to ${path}: it is not a file, and could not be read again`)
}

async function* readChunks(fd: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const buffer = Buffer.alloc(2 ** 16)
    const { bytesRead } = await readInto(fd, buffer, 0, buffer.length, position)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}

/** The reason that a system error gives, without the code and the call that Node adds. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return /^[A-Z]+: (?<reason>[^,]+),/.exec(message)?.groups?.['reason'] ?? message
}
