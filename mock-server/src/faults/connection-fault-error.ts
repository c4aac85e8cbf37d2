import type { PlainResponse } from '../core/requests/plain-exchange.ts'
import { toWebResponse } from '../core/requests/web-fetch.ts'
import type { Fault } from './fault.ts'
import type { Connection } from './fault-effect.ts'

/**
 * A connection fault applied to a request without a connection. Over HTTP the fault happens on the socket; in process the
 * request fails with this error, and through MSW and Playwright it fails as without a network.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { ConnectionFaultError, createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { APIConnectionError, createWorkflowClient } from '@wfhost/sdk'
 *
 * const service = createMockService(createSampleWorld())
 * const { fetch } = service
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 * service.addFault({ kind: 'response-lost' })
 *
 * const error = await client.run('echo').catch((thrown: unknown) => thrown)
 *
 * assert.ok(error instanceof APIConnectionError && error.mayHaveRun)
 * assert.ok(error.cause instanceof ConnectionFaultError && error.cause.plainResponse?.status === 200)
 * ```
 */
export class ConnectionFaultError extends Error {
  override readonly name = 'ConnectionFaultError'
  readonly kind: Fault['kind']
  /** The response, if the request was handled. */
  readonly plainResponse: PlainResponse | undefined
  readonly breakConnection: (connection: Connection) => void | Promise<void>

  constructor(
    kind: Fault['kind'],
    plainResponse: PlainResponse | undefined,
    breakConnection: ConnectionFaultError['breakConnection'],
  ) {
    super(`The fault ${kind} needs a connection: only the HTTP adapter can perform it`)
    this.kind = kind
    this.plainResponse = plainResponse
    this.breakConnection = breakConnection
  }

  /** The same as a web response, created on each access. */
  get response(): Response | undefined {
    return this.plainResponse === undefined ? undefined : toWebResponse(this.plainResponse)
  }
}

/** Checks the name: the class exists twice if the package is loaded both as ESM and as CommonJS. */
export function isConnectionFault(error: unknown): error is ConnectionFaultError {
  return error instanceof Error && error.name === 'ConnectionFaultError' && 'breakConnection' in error
}

/** Whether an error of a service means that the request gets no response: a connection fault, or a stopped service. */
export function failsRequest(error: unknown): boolean {
  return isConnectionFault(error) || (error instanceof DOMException && error.name === 'AbortError')
}
