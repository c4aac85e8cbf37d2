import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Replaces a file atomically: if the process or the machine stops at any moment, the file has either the old or the new
 * content. Only its owner can read it.
 */
export async function writeAtomically(target: string, text: string): Promise<void> {
  const temporary = `${target}.new`
  // A file that was left behind may be readable by others.
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

/** Flushes the folder, so that the renaming survives a crash. Windows does not support this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
