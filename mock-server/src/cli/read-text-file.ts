import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CommandLineError } from './command-line-error.ts'

/**
 * Reads a file that the command line names.
 *
 * @throws {CommandLineError} that names the file, if it cannot be read.
 */
export async function readTextFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    const { code } = Object(cause)
    const where = code === 'ENOENT' ? `; there is nothing at ${resolve(file)}` : ''
    throw new CommandLineError(`Cannot read ${file}: ${code ?? cause}${where}`, { cause })
  })
}
