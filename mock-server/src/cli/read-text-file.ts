import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/** @throws {Error} that names the file, if it cannot be read. */
export async function readTextFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    const { code } = Object(cause)
    const where = code === 'ENOENT' ? `; there is nothing at ${resolve(file)}` : ''
    throw new Error(`Cannot read ${file}: ${code ?? cause}${where}`, { cause })
  })
}
