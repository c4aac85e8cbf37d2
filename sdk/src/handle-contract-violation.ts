import type { Call } from './call.ts'
import { type ContractViolation, createContractError } from './create-contract-error.ts'

/** Throws for an answer that is not as documented, or logs it and returns the body, depending on `validation`. */
export function handleContractViolation(call: Call, violation: ContractViolation): unknown {
  const error = createContractError(call, violation)
  if (call.settings.validation === 'strict') throw error
  call.settings.log('warn', error.message)
  return violation.body
}
