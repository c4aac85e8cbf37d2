import type { Problem } from '../responses/problems.ts'
import type { Answer, Call } from '../transport/call.ts'
import { ContractError } from './contract-error.ts'

/** An answer, and where it is not as documented. */
export interface ContractViolation extends Answer {
  readonly problems: readonly Problem[]
  /** What a function of the caller threw while reading it. */
  readonly cause?: unknown
}

/** Makes the error of an answer that is not as documented. */
export function createContractError(call: Call, { response, body, redactor, problems, cause }: ContractViolation): ContractError {
  const shown = problems.map(({ place, message }) => ({ place: redactor.text(place), message: redactor.text(message) }))
  const what = [shown[0]?.place, shown[0]?.message].filter(Boolean).join(': ')
  return new ContractError(redactor.text(`Cannot ${call.action}: the answer is not as documented: `) + what, {
    status: response.status,
    headers: redactor.headers(response.headers),
    body: redactor.value(body),
    mayHaveRun: call.once,
    problems: shown,
    cause: redactor.value(cause),
  })
}
