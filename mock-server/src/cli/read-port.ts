import { CommandLineError } from './command-line-error.ts'

/** Reads the value of `--port`. */
export function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new CommandLineError(`Cannot listen: expected a port from 0 to 65535, found "${text}"`)
}
