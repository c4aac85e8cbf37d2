import type { APIError } from '../errors/api-error.ts'
import type { CallResponse } from './call.ts'

/** The head of a response, and when it arrived. */
export interface ResponseHead {
  readonly status: number
  readonly headers: Headers
  /** By the clock of the client, which only moves forward. */
  readonly receivedAt: number
  /** Milliseconds since the epoch, to read the dates of the response. */
  readonly receivedDate: number
}

/** How one attempt at a call ended. `isTransient` says whether another attempt can end differently. */
export type AttemptOutcome =
  /** The response is the result of the call. The result can be a run that failed. */
  | { readonly kind: 'responded'; readonly callResponse: CallResponse }
  /** The service refused the request, and did nothing. */
  | {
      readonly kind: 'refused'
      readonly error: APIError
      readonly isTransient: boolean
      readonly head: ResponseHead
    }
  /** The request certainly never reached the service. See evidence.ts. */
  | {
      readonly kind: 'notSent'
      readonly error: APIError
      readonly isTransient: boolean
      readonly head?: undefined
    }
  /** The service may have acted on the request. */
  | {
      readonly kind: 'unknown'
      readonly error: APIError
      readonly isTransient: boolean
      readonly head?: ResponseHead | undefined
    }

/** Whether the service may have acted on the request. */
export function mayHaveActed(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'responded' || outcome.kind === 'unknown'
}

/** How an attempt ended that has no result. */
export type FailedOutcome = Exclude<AttemptOutcome, { readonly kind: 'responded' }>
