import type { z } from 'zod'
import { ConfigurationError } from './config-schema.ts'
import { describeIssues } from './describe-issues.ts'

/**
 * Refuses options that no compiler has checked, such as options from plain JavaScript: unknown names and values of other types.
 *
 * @throws {ConfigurationError}
 */
export function refuseInvalidOptions(schema: z.ZodType, options: unknown): void {
  const { error } = schema.safeParse(options)
  if (error === undefined) return

  throw new ConfigurationError(
    describeIssues(error.issues, { schema, unknownName: 'unknown option', show: (issue) => `Cannot use ${issue}` }),
  )
}
