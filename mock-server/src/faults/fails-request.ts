import { isConnectionFault } from './connection-fault-error.ts'

/** Whether an error of a service means that the request gets no response: a connection fault, or a stopped service. */
export function failsRequest(error: unknown): boolean {
  return isConnectionFault(error) || (error instanceof DOMException && error.name === 'AbortError')
}
