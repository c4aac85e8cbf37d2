/**
 * Sends the requests of a client. Without a transport, the client uses `fetch`.
 *
 * `createNodeTransport` of `@wfhost/sdk/node` makes one for Node.
 */
export interface Transport {
  /** Starts to send a request. The signal ends it in any phase, and frees its connection. */
  readonly start: (request: Request, signal: AbortSignal, hints?: TransportHints) => Sending
}

/** Facts about a call that can save a transport time. A transport can ignore them. */
export interface TransportHints {
  /** The body of the request, if the client has it as text. Reading it from the request takes longer. @default undefined */
  readonly body?: string | undefined
  /**
   * Whether the client takes the body of a successful response from `receivedBody` if it is there. The Response needs no body
   * then, and creating the stream of a body takes time. @default false
   */
  readonly takesReceivedBody?: boolean | undefined
}

/** One request on its way to the service. */
export interface Sending {
  /** The evidence so far. Undefined if the runtime reports nothing about connections. */
  readonly evidence: ConnectionEvidence | undefined
  /** Resolves as soon as the head of the response is there. */
  readonly response: Promise<Response>
  /** Returns the body of the response if it arrived together with its head, and undefined if it is only in the Response. */
  readonly receivedBody?: (() => Uint8Array | undefined) | undefined
}

/** The observations of a transport on the connection of one request. */
export interface ConnectionEvidence {
  /** Whether no byte of the request was written, and none will be once the request is aborted. */
  readonly provesNotSent: boolean
  /** Whether something tried to send the request a second time. The second request was stopped. */
  readonly isRepeated: boolean
}
