import type { $ZodType } from 'zod/v4/core'
import type { Answer, Call } from './call.ts'
import { ContractError } from './contract-error.ts'
import { findProblems } from './find-problems.ts'

/** Returns the body as it came, unknown fields included, once the schema has nothing against it. */
export function readAnswer<Body>(call: Call, { response, body, redactor, schema }: Answer & { readonly schema: $ZodType }): Body {
  const { validation, log } = call.settings
  const problems = validation === 'off' ? [] : findProblems(schema, body)
  if (problems.length === 0) return body as Body
  const [first] = problems
  const place = first?.place ? `${first.place}: ` : ''
  const message = redactor.text(`Cannot ${call.action}: the answer is not as documented: ${place}${first?.message}`)
  if (validation === 'report') {
    log('warn', message)
    return body as Body
  }
  throw new ContractError(message, {
    status: response.status,
    headers: redactor.headers(response.headers),
    body: redactor.value(body),
    mayHaveRun: call.once,
    problems: problems.map(({ place, message }) => ({ place: redactor.text(place), message: redactor.text(message) })),
  })
}
