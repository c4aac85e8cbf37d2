import { type BigIntStats, createReadStream } from 'node:fs'
import { open, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { RecordedOutcome } from '../batch/batch.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { type FileRecord, readRecord } from './record-lines.ts'

/** How much of a file is read to find its first line. That line has the moment at which its batch began, and the lock. */
const FIRST_LINE_BYTES = 4096

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

  // The name can be a link to a file in another folder.
  const folders = new Set([dirname(resolve(path)), dirname(await realpath(path))])
  const candidates = (await Promise.all([...folders].map(listFiles))).flat()
  const isOriginalElsewhere = lockOfOriginal !== undefined && !folders.has(dirname(lockOfOriginal))
  if (isOriginalElsewhere) candidates.push(...(await findOriginal(lockOfOriginal)))

  const ownIdentity = toIdentity(await stat(path, { bigint: true }))
  const firstLine = await readFirstLine(path)
  for (const candidate of candidates) {
    // The file itself was read already, also under another name.
    if (isSameFile(candidate, ownIdentity)) continue

    // A file that cannot be read is not one that a batch has continued with.
    const otherFirstLine = await readFirstLine(candidate.path).catch(() => undefined)
    if (firstLine === undefined || otherFirstLine !== firstLine) continue

    const other = await readRecord(createReadStream(candidate.path), candidate.path).catch(() => undefined)
    if (other === undefined || !hasMoreInputs(other, record)) continue
    throw new ConfigurationError(
      `Cannot continue with ${path}: ${candidate.path} begins with the same line and records more inputs or outcomes. Continue with ${candidate.path}`,
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

/** The numbers that a file has under each of its names. */
export interface FileIdentity {
  readonly device: bigint
  readonly inode: bigint
}

function toIdentity({ dev: device, ino: inode }: BigIntStats): FileIdentity {
  return { device, inode }
}

/** Whether two identities belong to one file. Two disks can give the same inode to different files. */
export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return one.device === other.device && one.inode === other.inode
}

interface FoundFile extends FileIdentity {
  readonly path: string
}

async function listFiles(folder: string): Promise<FoundFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const files: FoundFile[] = []
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(folder, entry.name)
    const found = await stat(path, { bigint: true }).catch(() => undefined)
    if (found !== undefined) files.push({ path, ...toIdentity(found) })
  }
  return files
}

/** Finds the file with the inode of a lock such as `/data/.4711.lock`, under any name in its folder. */
async function findOriginal(lock: string): Promise<FoundFile[]> {
  const inode = /^\.(?<inode>\d+)\.lock$/.exec(basename(lock))?.groups?.['inode']
  const files = await listFiles(dirname(lock))
  return files.filter((file) => file.inode.toString() === inode)
}

/** Reads the first line of a file. Returns undefined for a file without a complete first line of usual length. */
async function readFirstLine(path: string): Promise<string | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_LINE_BYTES), 0, FIRST_LINE_BYTES, 0)
    const end = buffer.subarray(0, bytesRead).indexOf('\n')
    return end === -1 ? undefined : buffer.toString('utf8', 0, end)
  } finally {
    await file.close()
  }
}
