/**
 * A request that has come as a whole, without the objects of the web platform: they cost more than what the service
 * does with them (decisions/010).
 */
export interface PlainRequest {
  readonly method: string
  /** Of the URL, as `URL` normalizes it. */
  readonly path: string
  /** The query with its question mark; empty without one. */
  readonly search: string
  /** Scheme, host and port of where the request went. */
  readonly origin: string
  /** Undefined if there is none, or none that can be read. */
  readonly body: string | undefined
  /** Whether there is a body that cannot be read. */
  readonly unreadable: boolean
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** The value of a header by its name in lower case. */
  header(name: string): string | undefined
}

/** An answer to a plain request. */
export interface PlainResponse {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** How the body comes in pieces, where a fault says so. */
  readonly pieces?: (body: string) => AsyncIterable<Uint8Array>
}

/** Answers plain requests. */
export type AnswerPlain = (request: PlainRequest) => Promise<PlainResponse>
