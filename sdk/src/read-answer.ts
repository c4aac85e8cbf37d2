import type { $ZodType } from 'zod/v4/core'
import type { Answer, Call } from './call.ts'
import { findProblems } from './find-problems.ts'
import { handleDrift } from './handle-drift.ts'

/** Returns the body as it came, unknown fields included, once the schema has nothing against it. */
export function readAnswer<Body>(call: Call, { schema, ...answer }: Answer & { readonly schema: $ZodType }): Body {
  const problems = call.settings.validation === 'off' ? [] : findProblems(schema, answer.body)
  return (problems.length === 0 ? answer.body : handleDrift(call, { ...answer, problems })) as Body
}
