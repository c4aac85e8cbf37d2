import { BRAND, brandOf, docsOf, isBranded } from './error-brand.ts'

/**
 * Reports to the client that the request was certainly not sent. Throw it from your own `fetch`, and only if no byte of the
 * request left the process. The client then treats the attempt like a refused connection: `mayHaveRun` is false, and it
 * sends the request again within `maxRetries`. For every other error of your `fetch`, the run may have happened.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createWorkflowClient, NotSentError } from '@wfhost/sdk'
 *
 * const fetch = async () => {
 *   throw new NotSentError('The tunnel is down')
 * }
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'key', fetch, maxRetries: 0 })
 *
 * await assert.rejects(client.run('echo'), { name: 'APIConnectionError', mayHaveRun: false })
 * ```
 */
export class NotSentError extends Error {
  /** @internal */
  static readonly [BRAND]: string = 'NotSentError'
  /** @internal */
  static override readonly [Symbol.hasInstance] = isBranded
  /** The same for all errors of this class. */
  readonly code = 'not_sent'
  /** The page about this class of errors. */
  readonly docs: string = docsOf(this)

  /** The name of the class. */
  override get name(): string {
    return brandOf(this)
  }

  /** Returns the members that `JSON.stringify` prints, for example in a structured log. */
  toJSON(): object {
    const { code, docs, message, name } = this
    return { name, message, code, docs }
  }
}
