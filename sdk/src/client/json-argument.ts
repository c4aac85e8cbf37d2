import { plainJson } from './plain-json.ts'

/**
 * Serializes a payload for one argument of type string (RUN-JSON-STRING).
 *
 * @throws ConfigurationError with the path of a value that JSON cannot represent, as in arguments: undefined, a function, a
 *   bigint, a number that is not finite, an invalid Date, a Map or an Error, a circular reference.
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
  return JSON.stringify(plainJson('payload', payload))
}
