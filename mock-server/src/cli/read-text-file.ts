import { readFile, stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { describeReadError } from '../file-error.ts'
import { CommandLineError } from './exit-codes.ts'

/** The argument of a command line that means standard input. */
export const STANDARD_INPUT = '-'

/** Names a file of the command line in messages. */
export function nameOfFile(file: string): string {
  return file === STANDARD_INPUT ? 'standard input' : file
}

/**
 * Reads a file that the command line names, or standard input for `-`.
 *
 * @throws {CommandLineError} that names the file, if it cannot be read.
 */
export async function readTextFile(file: string): Promise<string> {
  if (file === STANDARD_INPUT) return text(process.stdin)

  await refuseDevice(file)
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandLineError(`Cannot read ${file}: ${describeReadError(cause, file)}`, { cause })
  })
}

/** Refuses a device, which may have no end. A FIFO has one, as in `--world <(generate-world)`. */
async function refuseDevice(file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined)
  const isDevice = stats?.isCharacterDevice() === true && !['/dev/stdin', '/dev/fd/0', '/dev/null'].includes(file)
  if (isDevice) throw new CommandLineError(`Cannot read ${file}: it is a device. Name a file`)
}
