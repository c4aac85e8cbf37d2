import { type ContractViolation, createContractError } from '../errors/create-contract-error.ts'
import type { Call } from '../transport/call.ts'

/** Throws for an answer that is not as documented, or logs it and returns the body, depending on `validation`. */
export function handleContractViolation(call: Call, violation: ContractViolation): unknown {
  const error = createContractError(call, violation)
  if (call.settings.validation === 'strict') throw error
  call.settings.log('warn', error.message)
  return violation.body
}
