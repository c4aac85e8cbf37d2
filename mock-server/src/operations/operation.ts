import type { Redact } from '@wfhost/internal/redacted-text'
import type { JsonResponse, PlainRequest } from '../core/requests/plain-exchange.ts'
import type { ResponseFormat } from '../core/requests/response-format.ts'
import type { World } from '../core/world/world.ts'
import type { FaultEffect } from '../faults/fault-effect.ts'

/** A request that matches an operation of the API document. */
export interface OperationRequest {
  readonly request: PlainRequest
  /** The path parameters, by their names in the API document. */
  readonly pathParameters: ReadonlyMap<string, string>
  /** The number of the request in the journal. */
  readonly number: number
  /** The effects of the faults that match the request. Some of them act inside an operation. */
  readonly faultEffects: readonly FaultEffect[]
}

/** An operation of the API document, as this server performs and checks it. */
export interface Operation {
  /** Performs a request. It throws a Refusal for an error response. */
  readonly perform: (world: World, request: OperationRequest) => JsonResponse | Promise<JsonResponse>
  /** How the assumptions change its responses. */
  readonly format: ResponseFormat
  /** Whether a client can send the cookie of a console session instead of a key. */
  readonly acceptsSession: boolean
  /** Finds the first violation of a rule that the API document describes in words, but in no schema. */
  readonly findProblem?: (response: ParsedResponse) => string | undefined
}

/** A response of any server, for the rules of an operation. */
export interface ParsedResponse {
  readonly redact: Redact
  readonly requestBody: string
  readonly status: number
  readonly text: string
  /** The body as JSON; undefined if it is not JSON. */
  readonly body: unknown
}
