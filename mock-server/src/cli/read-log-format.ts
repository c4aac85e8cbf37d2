import { CommandLineError } from './command-line-error.ts'

/** Reads the value of `--log`. */
export function readLogFormat(text: string): 'text' | 'json' {
  if (text === 'text' || text === 'json') return text
  throw new CommandLineError(`Cannot log as "${text}": expected text or json`)
}
