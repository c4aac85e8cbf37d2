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
  readonly isBodyInvalidUtf8: boolean
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
  /** Splits the body into chunks that are sent over time, if a fault does that. A stream of events ignores the body. */
  readonly chunks?: (body: string) => AsyncIterable<Uint8Array>
}

export type PlainHandler = (request: PlainRequest) => Promise<PlainResponse>

/** The response of an operation, before its body is written as text. */
export interface JsonResponse {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An error response. Throw it to end the handling of a request. It is not an Error, because its stack is not needed, and
 * capturing the stack takes longer than all other steps of a refusal.
 */
export class Refusal {
  readonly response: JsonResponse

  constructor(response: JsonResponse) {
    this.response = response
  }
}

/** Creates a refusal whose body is a message (RUN-ERROR-BODY, REG-ERROR-BODY). */
export function createRefusal(status: number, message: string): Refusal {
  return new Refusal({ status, body: { message } })
}
