import type * as z from 'zod/mini'
import { handleContractViolation } from '../responses/handle-contract-violation.ts'
import { findProblems } from '../responses/problems.ts'
import type { Answer, Call } from './call.ts'

/** Checks the body of an answer and returns it as received, including unknown fields. */
export function readAnswer<Body>(call: Call, { schema, ...answer }: Answer & { readonly schema: z.core.$ZodType }): Body {
  const problems = call.settings.validation === 'off' ? [] : findProblems(schema, answer.body)
  return (problems.length === 0 ? answer.body : handleContractViolation(call, { ...answer, problems })) as Body
}
