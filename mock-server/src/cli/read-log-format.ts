import { CommandLineError } from './command-line-error.ts'

/** The form of the log that a text names. */
export function readLogFormat(text: string): 'text' | 'json' {
  if (text === 'text' || text === 'json') return text
  throw new CommandLineError(`Cannot log as "${text}": expected text or json`)
}
