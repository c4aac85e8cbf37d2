import { ConfigurationError } from './configuration-error.ts'

/**
 * Serializes a payload for one argument of type string (RUN-JSON-STRING).
 *
 * @throws ConfigurationError for a value that has no JSON, such as undefined, a function, or a bigint or a circle inside.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient, jsonArgument, unwrap } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 *
 * const run = await client.run('webhook-intake', { payload: jsonArgument({ action: 'opened' }) })
 *
 * assert.equal(unwrap(run), '{"action":"opened"}')
 * ```
 */
export function jsonArgument(payload: unknown): string {
  let reason: string = typeof payload
  try {
    const text: string | undefined = JSON.stringify(payload)
    if (text !== undefined) return text
  } catch (thrown) {
    reason = Object(thrown).message
  }
  throw new ConfigurationError(`Cannot serialize an argument: it has no JSON: ${reason}`)
}
