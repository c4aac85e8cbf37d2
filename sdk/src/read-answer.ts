import type { $ZodType } from 'zod/v4/core'
import type { Answer, Call } from './call.ts'
import { ContractError } from './contract-error.ts'
import { findProblems } from './find-problems.ts'
import type { Problem } from './problem.ts'

/** Returns the body as it came, unknown fields included, once the schema has nothing against it. */
export function readAnswer<Body>(call: Call, { schema, ...answer }: Answer & { readonly schema: $ZodType }): Body {
  const problems = call.settings.validation === 'off' ? [] : findProblems(schema, answer.body)
  return (problems.length === 0 ? answer.body : contractProblems(call, { ...answer, problems })) as Body
}

/** Rejects an answer that is not as documented, or reports it and returns its body, as the settings say. */
export function contractProblems(call: Call, answer: Answer & { readonly problems: readonly Problem[] }): unknown {
  const { response, body, redactor, problems } = answer
  const shown = problems.map(({ place, message }) => ({ place: redactor.text(place), message: redactor.text(message) }))
  const [first] = shown
  const what = [first?.place, first?.message].filter(Boolean).join(': ')
  const message = redactor.text(`Cannot ${call.action}: the answer is not as documented: `) + what
  if (call.settings.validation === 'report') {
    call.settings.log('warn', message)
    return body
  }
  throw new ContractError(message, {
    status: response.status,
    headers: redactor.headers(response.headers),
    body: redactor.value(body),
    mayHaveRun: call.once,
    problems: shown,
  })
}
