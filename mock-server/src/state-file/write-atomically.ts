import { open, realpath, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Replaces a file as a whole: whenever the process or the machine ends, the file is as before or as after. Only its
 * owner can read it.
 */
export async function writeAtomically(file: string, text: string): Promise<void> {
  // A link stays, and leads to the new content.
  const target = await realpath(file).catch(() => file)
  const temporary = `${target}.new`
  // One that was left behind may be open to others.
  await rm(temporary, { force: true })
  const written = await open(temporary, 'wx', 0o600)
  try {
    await written.writeFile(text)
    await written.sync()
  } finally {
    await written.close()
  }
  await rename(temporary, target)
  await syncFolder(dirname(target))
}

/** Makes the new name last. Windows has no such thing. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
