import type { CommandName } from './command-line.ts'

/** The command was called in a way that it does not accept. */
export class UsageError extends Error {
  /** The command that was named, if that much was understood. */
  readonly command: CommandName | undefined

  constructor(message: string, command?: CommandName) {
    super(message)
    this.command = command
  }
}
