import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { RecordedOutcome } from '../batch/batch.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { type FileRecord, readRecord } from './record-lines.ts'

/** The first lines are compared, because the first one has the moment at which its batch began, in milliseconds. */
const COMPARED_BYTES = 4096

/** A file with which a batch would continue. */
interface ReadFile {
  readonly path: string
  readonly record: FileRecord
  /** The lock in the lines of a copy. It names the folder and the inode of the original. */
  readonly lockOfOriginal: string | undefined
}

/**
 * Refuses a file if a copy of it, or its original, records more inputs. A batch has continued with that one, so inputs that
 * the refused file lacks have run.
 *
 * @throws ConfigurationError if the folder of the file, or that of its original, has such a file.
 */
export async function refuseOlderFile({ lockOfOriginal, path, record }: ReadFile): Promise<void> {
  if (record.size === 0) return

  const ownFolder = dirname(resolve(path))
  const candidates = await listFiles(ownFolder)
  const isOriginalElsewhere = lockOfOriginal !== undefined && dirname(lockOfOriginal) !== ownFolder
  if (isOriginalElsewhere) candidates.push(...(await findOriginal(lockOfOriginal)))

  const beginning = await readBeginning(path, record.size)
  for (const candidate of candidates) {
    // A shorter file has fewer lines, and a file that cannot be read is not one that a batch has continued with.
    if (candidate.size <= record.size) continue
    const otherBeginning = await readBeginning(candidate.path, beginning.length).catch(() => undefined)
    if (otherBeginning?.equals(beginning) !== true) continue

    const other = await readRecord(createReadStream(candidate.path), candidate.path).catch(() => undefined)
    if (other === undefined || !hasMoreInputs(other, record)) continue
    throw new ConfigurationError(
      `Cannot continue with ${path}: ${candidate.path} begins with the same lines and records more inputs. Continue with ${candidate.path}`,
    )
  }
}

/** Whether a record has an input that the other one lacks, or the outcome of one whose outcome the other one lacks. */
function hasMoreInputs({ inputs }: FileRecord, other: FileRecord): boolean {
  for (const [key, { outcome }] of inputs) {
    const otherOutcome = other.inputs.get(key)?.outcome
    if (otherOutcome === undefined) return true
    if (isSettled(outcome) && !isSettled(otherOutcome)) return true
  }
  return false
}

function isSettled(outcome: RecordedOutcome): boolean {
  return outcome === 'succeeded' || outcome === 'failed'
}

interface FoundFile {
  readonly path: string
  readonly size: number
  readonly inode: bigint
}

async function listFiles(folder: string): Promise<FoundFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const files: FoundFile[] = []
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(folder, entry.name)
    const found = await stat(path, { bigint: true }).catch(() => undefined)
    if (found !== undefined) files.push({ path, size: Number(found.size), inode: found.ino })
  }
  return files
}

/** Finds the file with the inode of a lock such as `/data/.4711.lock`, under any name in its folder. */
async function findOriginal(lock: string): Promise<FoundFile[]> {
  const inode = /^\.(?<inode>\d+)\.lock$/.exec(basename(lock))?.groups?.['inode']
  const files = await listFiles(dirname(lock))
  return files.filter((file) => file.inode.toString() === inode)
}

async function readBeginning(path: string, size: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(COMPARED_BYTES), 0, Math.min(size, COMPARED_BYTES), 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
