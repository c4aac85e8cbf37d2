import { open } from 'node:fs/promises'

/**
 * Writes a file that only its owner may read, because reports quote responses. An existing file gets the same mode. Anything
 * else, such as /dev/stdout, keeps its mode.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    // The mode is set before the text is written, so that nobody can read it in between.
    if ((await file.stat()).isFile()) await file.chmod(0o600)
    await file.writeFile(text)
  } finally {
    await file.close()
  }
}
