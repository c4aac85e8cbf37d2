import { open, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ConfigurationError } from '../errors/configuration-error.ts'

/** The file of a batch, or the file of which it is a copy. */
interface CopiedFile {
  readonly path: string
  readonly size: number
}

/** How many bytes of two files are compared. The first line has the moment at which its batch began, in milliseconds. */
const COMPARED_BYTES = 4096

/**
 * Refuses a copy whose original has more lines. The batch of the original continued after the copy was made, so inputs that
 * the copy lacks may have run. The lock in the copy names the folder and the inode of the original.
 *
 * @throws ConfigurationError if the original is in its folder, and is longer than the copy.
 */
export async function refuseOlderCopy(lockOfOriginal: string, copy: CopiedFile): Promise<void> {
  const original = await findOriginal(lockOfOriginal)
  if (original === undefined || original.size <= copy.size) return

  // If the original was removed, another file can have its inode.
  if (!(await beginsLike(original, copy))) return

  throw new ConfigurationError(
    `Cannot continue with ${copy.path}: ${original.path} has more lines, since its batch continued after the copy was made. Continue with ${original.path}`,
  )
}

/** Finds the file with the inode of a lock such as `/data/.4711.lock`, under any name in its folder. */
async function findOriginal(lock: string): Promise<CopiedFile | undefined> {
  const inode = /^\.(?<inode>\d+)\.lock$/.exec(basename(lock))?.groups?.['inode']
  if (inode === undefined) return undefined

  const folder = dirname(lock)
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(folder, entry.name)
    const found = await stat(path, { bigint: true }).catch(() => undefined)
    if (found?.ino.toString() === inode) return { path, size: Number(found.size) }
  }
  return undefined
}

/** Whether a file begins with the lines of a copy of it. */
async function beginsLike(original: CopiedFile, copy: CopiedFile): Promise<boolean> {
  const [originalBytes, copyBytes] = await Promise.all([readBeginning(original), readBeginning(copy)])
  const length = Math.min(copy.size, COMPARED_BYTES)
  return copyBytes.subarray(0, length).equals(originalBytes.subarray(0, length))
}

async function readBeginning({ path }: CopiedFile): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(COMPARED_BYTES), 0, COMPARED_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
