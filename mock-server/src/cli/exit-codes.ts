import { commonExitCodes } from '@wfhost/internal/exit-codes'
import { MockControlError } from '../host/control-connection.ts'

/** The exit codes of the command. `--help` explains them. */
export const exitCodes = { ...commonExitCodes, failure: 1, refused: 3 } as const

/** The command line is invalid; the message is one line with the remedy. The command exits with 2. */
export class CommandLineError extends Error {
  override readonly name = 'CommandLineError'
}

/** The exit codes for failures of requests to a running server. */
const controlExitCodes: Readonly<Record<MockControlError['code'], number>> = {
  not_reached: exitCodes.notReached,
  refused: exitCodes.refused,
  closed: exitCodes.failure,
  invalid: exitCodes.usage,
}

/** Returns the exit code for an error that ends the command. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommandLineError) return exitCodes.usage
  return error instanceof MockControlError ? controlExitCodes[error.code] : exitCodes.failure
}
