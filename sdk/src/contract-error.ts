import { APIError, type APIErrorDetails } from './api-error.ts'
import { BRAND } from './error-brand.ts'
import type { Problem } from './problem.ts'

/** Where a response is not as documented. */
export interface ContractErrorDetails extends APIErrorDetails {
  readonly problems?: readonly Problem[]
}

/** A response of a successful call whose body is not as documented. `body` keeps what came. */
export class ContractError extends APIError {
  static override readonly [BRAND]: string = 'ContractError'
  override readonly code = 'contract'
  /** The places that differ, and how. */
  readonly problems: readonly Problem[]

  constructor(message: string, details: ContractErrorDetails = {}) {
    super(message, details)
    this.problems = details.problems ?? []
  }
}
