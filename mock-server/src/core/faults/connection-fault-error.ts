import type { PlainResponse } from '../plain-exchange.ts'
import { toWebResponse } from '../web-door.ts'
import type { ConnectionFault } from './fault.ts'

/**
 * A fault of the connection met a request that came through a door without one. The HTTP door does it on the socket;
 * in process and through MSW the request fails with this error.
 */
export class ConnectionFaultError extends Error {
  override readonly name = 'ConnectionFaultError'
  readonly kind: ConnectionFault
  /** What was answered, if the request was handled. */
  readonly answer: PlainResponse | undefined

  constructor(kind: ConnectionFault, answer: PlainResponse | undefined) {
    super(`The fault ${kind} can be done by the HTTP door alone`)
    this.kind = kind
    this.answer = answer
  }

  /** The same as a web response, a new one each time. */
  get response(): Response | undefined {
    return this.answer === undefined ? undefined : toWebResponse(this.answer)
  }
}

/** By its name, since a CommonJS build has the class once in each entry. */
export function isConnectionFault(error: unknown): error is ConnectionFaultError {
  return error instanceof Error && error.name === 'ConnectionFaultError' && 'kind' in error
}
