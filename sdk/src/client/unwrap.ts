import { WorkflowFailedError } from '../errors/workflow-failed-error.ts'
import { redacted } from '../responses/response-of.ts'
import type { Run } from '../responses/run.ts'

/**
 * Returns the result of a run that succeeded. Keys that a failed run repeats are redacted in the error.
 *
 * @throws WorkflowFailedError if the run failed.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient, unwrap, WorkflowFailedError } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 *
 * assert.deepEqual(unwrap(await client.run('echo', { number: 7 })), { number: 7 })
 *
 * const declined = await client.run('charge-card', { amount: 7 })
 * assert.throws(() => unwrap(declined), WorkflowFailedError)
 * ```
 */
export function unwrap<Result>(run: Run<Result>): Result {
  if (run.status === 'failed') throw new WorkflowFailedError(redacted(run))
  return run.result
}
