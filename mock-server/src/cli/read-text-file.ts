import { readFile, stat } from 'node:fs/promises'
import { describeReadError } from '../file-error.ts'
import { CommandLineError } from './command-line-error.ts'

/**
 * Reads a file that the command line names.
 *
 * @throws {CommandLineError} that names the file, if it cannot be read.
 */
export async function readTextFile(file: string): Promise<string> {
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
