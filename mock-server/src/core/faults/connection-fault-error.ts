import type { PlainResponse } from '../plain-exchange.ts'
import { toWebResponse } from '../web-door.ts'
import type { ConnectionFault } from './fault.ts'

/**
 * A fault of the connection met a request that came through a door without one. The HTTP door does it on the socket;
 * in process the request fails with this error, and through MSW and Playwright as it does without a network.
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
 * assert.ok(error.cause instanceof ConnectionFaultError && error.cause.answer?.status === 200)
 * ```
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

/** By its name: who loads the package both as ESM and as CommonJS has the class twice. */
export function isConnectionFault(error: unknown): error is ConnectionFaultError {
  return error instanceof Error && error.name === 'ConnectionFaultError' && 'kind' in error
}
