import type { Assumptions, ErrorBody } from '../../schema/assumptions.ts'
import type { JsonResponse } from './plain-exchange.ts'

/** How the assumptions change the responses of an operation, where the source document shows no format. */
export interface ResponseFormat {
  /** Formats a successful response. Returns the same object if the assumptions change nothing. */
  readonly success: (response: JsonResponse, assumptions: Assumptions) => JsonResponse
  readonly errorStatus: (status: number, assumptions: Assumptions) => number
  readonly errorBody: (assumptions: Assumptions) => ErrorBody
}

/** Returns a response with another status. */
export function withStatus(response: JsonResponse, status: number): JsonResponse {
  return status === response.status ? response : { ...response, status }
}

export function hasMember<Name extends string>(value: unknown, name: Name): value is Readonly<Record<Name, unknown>> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
}
