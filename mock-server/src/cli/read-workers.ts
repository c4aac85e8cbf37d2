import { CommandLineError } from './command-line-error.ts'

const most = 64

/** Reads the value of `--workers`. */
export function readWorkers(text: string): number {
  const workers = Number(text)
  if (/^\d+$/.test(text) && workers >= 1 && workers <= most) return workers
  throw new CommandLineError(`Cannot spread worlds: expected a number of --workers from 1 to ${most}, found "${text}"`)
}
