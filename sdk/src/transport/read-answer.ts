import { findProblems } from '../responses/find-problems.ts'
import { handleContractViolation } from '../responses/handle-contract-violation.ts'
import type { Shape } from '../responses/shapes.ts'
import type { Answer, Call } from './call.ts'

/** Checks the body of an answer and returns it as received, including unknown fields. */
export function readAnswer<Body>(call: Call, { shape, ...answer }: Answer & { readonly shape: Shape }): Body {
  const problems = call.settings.validation === 'off' ? [] : findProblems(shape, answer.body)
  return (problems.length === 0 ? answer.body : handleContractViolation(call, { ...answer, problems })) as Body
}
