import { randomUUID } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { ConfigurationError } from '@wfhost/sdk'
import type { Epoch } from './queue-memory.ts'

/** The content of a file while its queue is created. It is earlier than every epoch. */
export const PENDING: Epoch = '0-pending'

/** A file outside Redis with the epoch of a queue: the number of its life. A restarted Redis without the queue has no epoch. */
export interface EpochFile {
  /** Resolves with the epoch in the file, or `PENDING`; or undefined without a file. */
  readonly read: () => Promise<Epoch | undefined>
  /** Creates the file without an epoch, before Redis has one. Resolves with false if another process was faster. */
  readonly reserve: () => Promise<boolean>
  /** Writes the file, whether or not there is one. */
  readonly replace: (epoch: Epoch) => Promise<void>
}

/**
 * Gives access to a file, outside Redis, with the epoch of a queue. The epoch is an ID that is also stored with the data of the
 * queue in Redis. If Redis has a different epoch than the file, or none, Redis has lost the data.
 *
 * A process creates a queue in three steps:
 *
 * 1. `reserve` creates the file with a pending epoch.
 * 2. The process creates the data in Redis, with an epoch.
 * 3. `replace` writes the epoch of Redis into the file.
 *
 * A crash before the third step leaves a file with the pending epoch. The next process then looks at Redis:
 *
 * - Redis has an epoch: the crash came after the second step, and the data are there.
 * - Redis has no epoch: it may have lost the data of the second step. `MemoryGuard`, which compares the two, stops the queue.
 */
export function createEpochFile(path: string, queue: string): EpochFile {
  return {
    read: () => readEpoch(path, queue),

    reserve: () => reserveFile(path, queue),

    replace: async (epoch) => {
      // A rename is one step, so that no reader sees half of a file. It also replaces a file that exists.
      const temporaryPath = `${path}.${randomUUID()}`
      await writeNewFile(temporaryPath, { queue, epoch })
      await rename(temporaryPath, path)
    },
  }
}

/** Creates the file with a pending epoch. Returns false if the file exists, so only one process can reserve it. */
async function reserveFile(path: string, queue: string): Promise<boolean> {
  try {
    await writeNewFile(path, { queue, epoch: PENDING })
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

async function readEpoch(path: string, queue: string): Promise<Epoch | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
  const found = parse(text)
  if (found === undefined) {
    throw new ConfigurationError(`Cannot read ${path}: it is not a file that a queue wrote. Name another file`)
  }
  if (found.queue !== queue) {
    throw new ConfigurationError(`Cannot use ${path}: it belongs to the queue '${found.queue}', not to '${queue}'`)
  }
  return found.epoch
}

function parse(text: string): { readonly queue: string; readonly epoch: Epoch } | undefined {
  try {
    const { epoch, queue } = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>
    if (typeof queue !== 'string' || typeof epoch !== 'string' || !/^\d+-/.test(epoch)) return undefined
    return { queue, epoch }
  } catch {
    return undefined
  }
}

/** Writes a new file and waits for the disk, because the file must outlive the memory of Redis. */
async function writeNewFile(path: string, content: object): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(content)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
