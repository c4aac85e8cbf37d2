import { findSchemaProblems, formatSchemaProblem } from '@wfhost/internal/schema-problems'
import type { z } from 'zod'
import { ConfigurationError } from './config-schema.ts'
import { createFoundDescription, type NamedSecret } from './describe-found.ts'
import { findFixtureSecrets } from './find-secrets.ts'

/**
 * Refuses options that no compiler has checked, such as options from plain JavaScript: unknown names and values of other types.
 * A message quotes only values for which there is a list of names or a limit, because any other value may be a key.
 *
 * @throws {ConfigurationError}
 */
export function refuseInvalidOptions(schema: z.ZodType, options: unknown): void {
  const problems = findSchemaProblems(schema, options, createFoundDescription(listSecrets(options)))
  if (problems.length === 0) return

  throw new ConfigurationError(problems.map((problem) => `Cannot use ${formatSchemaProblem(problem)}`).join('\n'))
}

function listSecrets(options: unknown): NamedSecret[] {
  const { fixtures, secrets } = Object(options)
  const named = Object.entries(Object(secrets)).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return [...named, ...findFixtureSecrets(fixtures)].map(([name, value]) => ({ name, value }))
}
