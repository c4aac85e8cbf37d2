import { ConfigurationError } from './configuration-error.ts'

/**
 * Serializes a payload for one argument of type string (RUN-JSON-STRING).
 *
 * @throws ConfigurationError for a value that has no JSON, such as undefined or a function.
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
  const text: string | undefined = JSON.stringify(payload)
  if (text === undefined) throw new ConfigurationError(`Cannot serialize an argument: a ${typeof payload} has no JSON`)
  return text
}
