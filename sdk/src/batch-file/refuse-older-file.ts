import { createHash } from 'node:crypto'
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
 * Refuses a file if a batch has continued with a copy of it, or with its original. That newer file records inputs that have run,
 * and the refused file lacks them. Both files begin with the same line.
 *
 * @throws ConfigurationError if the folder of the file, or the folder of its original, has a newer file
 */
export async function refuseOlderFile({ lockOfOriginal, path, record }: ReadFile): Promise<void> {
  if (record.size === 0) return

  const firstLine = await readFirstLine(path)
  if (firstLine === undefined) return

  for (const candidate of await listCandidates(path, lockOfOriginal)) {
    const candidateRecord = await readContinuation(candidate.path, { firstLine, path, record })
    if (candidateRecord === undefined || !hasMoreInputs(candidateRecord, record)) continue

    throw new ConfigurationError(
      `Cannot continue with ${path}: ${candidate.path} begins with the same line and records more inputs or outcomes. Continue with ${candidate.path}`,
    )
  }
}

/** Lists the files that can be copies of a file, or its original: those of its folder and of the folder of its original. */
async function listCandidates(path: string, lockOfOriginal: string | undefined): Promise<FoundFile[]> {
  // The name can be a link to a file in another folder.
  const folders = new Set([dirname(resolve(path)), dirname(await realpath(path))])
  const candidates = (await Promise.all([...folders].map(listFiles))).flat()

  const isOriginalElsewhere = lockOfOriginal !== undefined && !folders.has(dirname(lockOfOriginal))
  if (isOriginalElsewhere) candidates.push(...(await findOriginal(lockOfOriginal)))

  // The file itself can have several names.
  const fileIdentity = toIdentity(await stat(path, { bigint: true }))
  return candidates.filter((candidate) => !isSameFile(candidate, fileIdentity))
}

interface OlderFile extends Pick<ReadFile, 'path' | 'record'> {
  readonly firstLine: string
}

/** Reads the record of a file that continues an older one. Returns undefined for any other file, and for one that cannot be read. */
async function readContinuation(path: string, older: OlderFile): Promise<FileRecord | undefined> {
  const { firstLine } = older
  try {
    if ((await readFirstLine(path)) !== firstLine) return undefined
    if (!isUniqueLine(firstLine) && !(await beginsWithFile(path, older))) return undefined
    return await readRecord(createReadStream(path), path)
  } catch {
    return undefined
  }
}

/** Whether no other batch has this first line: it has the moment at which its batch began. A line of standard output has none. */
function isUniqueLine(firstLine: string): boolean {
  return firstLine.startsWith('{"opened":')
}

/** Whether a file begins with the whole content of another one, and so can be its copy. */
async function beginsWithFile(candidatePath: string, { path, record }: OlderFile): Promise<boolean> {
  const size = record.completeSize
  return (await hashBeginning(candidatePath, size)) === (await hashBeginning(path, size))
}

async function hashBeginning(path: string, size: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { end: size - 1 })) hash.update(chunk)
  return hash.digest('hex')
}

/** Whether a record has an input, or the outcome of an input, that an older record lacks. */
function hasMoreInputs({ inputs }: FileRecord, olderRecord: FileRecord): boolean {
  for (const [key, { outcome }] of inputs) {
    const olderOutcome = olderRecord.inputs.get(key)?.outcome
    if (olderOutcome === undefined) return true
    if (isSettled(outcome) && !isSettled(olderOutcome)) return true
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
