import { APIError, ConfigurationError, RateLimitError } from '../index.ts'
import { UsageError } from './usage-error.ts'
import { WriteError } from './write-error.ts'

/** What the exit code of the command says. */
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

/** The exit code of an error. */
export function exitCode(error: unknown): number {
  if (error instanceof UsageError || error instanceof ConfigurationError) return EXIT.usage
  if (error instanceof WriteError) return EXIT.unwritten
  if (error instanceof RateLimitError) return EXIT.rateLimited
  if (!(error instanceof APIError)) return EXIT.usage
  if (error.mayHaveRun) return EXIT.unknown
  if (error.status === undefined) return EXIT.notSent
  return error.status >= 300 && error.status < 500 ? EXIT.refused : EXIT.unknown
}
