/**
 * A request that is completely received, without the objects of the web platform: creating them takes longer than
 * handling the request (docs/decisions/010).
 */
export interface PlainRequest {
  readonly method: string
  /** The path of the URL, as `URL` normalizes it. */
  readonly path: string
  /** The query with its question mark; empty without one. */
  readonly search: string
  /** The scheme, host and port of the URL. */
  readonly origin: string
  /** Undefined if the request has no body, or if the body cannot be read. */
  readonly body: string | undefined
  readonly hasUnreadableBody: boolean
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal
  /** Returns the value of a header by its name in lower case. */
  header(name: string): string | undefined
}

/** A response to a plain request. */
export interface PlainResponse {
  readonly status: number
  /** The headers by name, in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Splits the body into pieces that are sent over time, if a fault does that. */
  readonly pieces?: (body: string) => AsyncIterable<Uint8Array>
}

export type PlainHandler = (request: PlainRequest) => Promise<PlainResponse>

/** A request that matches an operation of the API document. */
export interface OperationRequest {
  readonly request: PlainRequest
  /** The path parameters, by their names in the API document. */
  readonly path: ReadonlyMap<string, string>
  /** The number of the request in the journal. */
  readonly number: number
  /** Whether keys that were replaced by regeneration still work. */
  readonly acceptsReplacedKeys: boolean
  /** How the run fails, if a fault makes it fail. */
  readonly failure?: PlannedFailure | undefined
}

/** How a run fails without its implementation. */
export interface PlannedFailure {
  readonly name: string
  readonly value: string
  /** The step that fails; undefined if the workflow fails outside its steps. */
  readonly step?: string | undefined
}

/** The response of an operation, before its body is written as text. */
export interface JsonResponse {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An error response. Throw it to end the handling of a request. It is not an Error, because nobody reads its stack, and
 * capturing the stack takes longer than all other steps of a refusal.
 */
export class Refusal {
  readonly response: JsonResponse

  constructor(response: JsonResponse) {
    this.response = response
  }
}

/** Creates a refusal whose body is a message (RUN-ERROR-BODY, REG-ERROR-BODY). */
export function refuse(status: number, message: string): Refusal {
  return new Refusal({ status, body: { message } })
}
