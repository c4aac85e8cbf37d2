import type { Readable, Writable } from 'node:stream'

export interface Terminal {
  readonly input: Readable
  readonly output: Writable
}

/** The streams and the environment of a command. */
export interface Io {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly colour: boolean
  readonly print: (text: string) => void
  readonly printError: (text: string) => void
  /** Interrupts a run; its reason is the name of the signal. */
  readonly signal?: AbortSignal
  /** Where a person can be asked; undefined where there is none. */
  readonly terminal?: Terminal
}

/** A command line that the command does not accept. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Reports that could not be written. */
export class NotWritten extends Error {
  override readonly name = 'NotWritten'
}
