import type { Readable, Writable } from 'node:stream'
import type { ExitDecision } from '../engine/exit-code.ts'

export interface Terminal {
  readonly input: Readable
  readonly output: Writable
}

/** The streams and the environment of a command. */
export interface Io {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly colour: boolean
  /** Whether the terminal shows only ASCII. @default false */
  readonly ascii?: boolean
  readonly print: (text: string) => void
  readonly printError: (text: string) => void
  /** Shows a line that the next output replaces. @default nothing is shown, as in a log */
  readonly showProgress?: ((line: string) => void) | undefined
  /** The width of the terminal. @default the output is not a terminal */
  readonly columns?: number | undefined
  /** Interrupts a run. Its reason is the name of the signal of the process, or a sentence. */
  readonly signal?: AbortSignal
  /** The terminal for questions. @default no person can answer */
  readonly terminal?: Terminal
}

/** The streams and the environment of a command, and its exit code. */
export interface CommandContext extends Io {
  readonly exit: ExitDecision
}

/** The error for a command line that the command does not accept. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The error for questions that the user left, with Ctrl-C, Ctrl-D or Escape. The command ends as after a SIGINT. */
export class QuestionsInterrupted extends Error {
  override readonly name = 'QuestionsInterrupted'
}

/** The error for reports that could not be written. */
export class NotWritten extends Error {
  override readonly name = 'NotWritten'
}
