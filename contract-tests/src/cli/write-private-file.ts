import { open } from 'node:fs/promises'

/**
 * Writes a file that only its owner may read, since reports quote responses. A file that is there keeps its name and gets the
 * mode, too; what is not a file, such as /dev/stdout, keeps its own.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    // Before the text: nobody reads it in between.
    if ((await file.stat()).isFile()) await file.chmod(0o600)
    await file.writeFile(text)
  } finally {
    await file.close()
  }
}
