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
  /** Undefined if there is none, or if it cannot be read. */
  readonly body: string | undefined
  /** Whether there is a body that cannot be read. */
  readonly unreadable: boolean
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal
  /** The value of a header by its name in lower case. */
  header(name: string): string | undefined
}

/** A response to a plain request. */
export interface PlainResponse {
  readonly status: number
  /** The headers by name, in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** How the body comes in pieces, where a fault says so. */
  readonly pieces?: (body: string) => AsyncIterable<Uint8Array>
}

export type AnswerPlain = (request: PlainRequest) => Promise<PlainResponse>

export interface Call {
  readonly request: PlainRequest
  /** The path parameters, by their names in the document. */
  readonly path: ReadonlyMap<string, string>
  /** The number of the request in the journal. */
  readonly number: number
  /** Whether keys that were replaced by regeneration still work. */
  readonly staleKeys: boolean
  /** How the run fails, where a fault says so. */
  readonly failure?: PlannedFailure | undefined
}

/** How a run fails without its implementation. */
export interface PlannedFailure {
  readonly name: string
  readonly value: string
  /** The step that fails; undefined if the workflow fails outside its steps. */
  readonly step?: string | undefined
}

/** The answer of an operation: a status, a JSON body, and headers if it has any. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Thrown to end the handling of a request with an error response. It is not an Error: nobody would read the stack, and
 * capturing it takes longer than the rest of a refusal.
 */
export class Refusal {
  readonly answer: Answer

  constructor(answer: Answer) {
    this.answer = answer
  }
}

/** A refusal with a message (RUN-ERROR-BODY, REG-ERROR-BODY). */
export function refuse(status: number, message: string): Refusal {
  return new Refusal({ status, body: { message } })
}
