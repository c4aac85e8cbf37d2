import { BatchFileError } from '../batch-file/append-file.ts'
import { APIError, ConfigurationError, RateLimitError } from '../index.ts'

export const EXIT = {
  success: 0,
  failedRun: 1,
  usage: 2,
  refused: 3,
  rateLimited: 4,
  unknown: 5,
  notSent: 6,
  unwritten: 7,
} as const

/** The command was called in a way that it does not accept. */
export class UsageError extends Error {}

/** Standard output did not take what the command had to write. */
export class WriteError extends Error {}

export function exitCode(error: unknown): number {
  if (error instanceof UsageError || error instanceof ConfigurationError) return EXIT.usage
  if (error instanceof WriteError || error instanceof BatchFileError) return EXIT.unwritten
  if (error instanceof RateLimitError) return EXIT.rateLimited
  if (!(error instanceof APIError)) return EXIT.usage
  if (error.mayHaveRun) return EXIT.unknown
  if (error.status === undefined) return EXIT.notSent
  return error.status >= 300 && error.status < 500 ? EXIT.refused : EXIT.unknown
}
