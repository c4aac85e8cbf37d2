import { describeType } from '@wfhost/internal/redacted-text'
import { findSchemaProblems, formatSchemaProblem } from '@wfhost/internal/schema-problems'
import type { z } from 'zod'
import { ConfigurationError } from './config-schema.ts'

/**
 * Refuses options that no compiler has checked, such as options from plain JavaScript: unknown names and values of other types.
 * No message quotes a value, because it may be a key.
 *
 * @throws {ConfigurationError}
 */
export function refuseInvalidOptions(schema: z.ZodType, options: unknown): void {
  const problems = findSchemaProblems(schema, options, describeType)
  if (problems.length === 0) return

  throw new ConfigurationError(problems.map((problem) => `Cannot use ${formatSchemaProblem(problem)}`).join('\n'))
}
