/** Names to look for, or a function that finds the run ID in the body of the response. */
export type RunIdSource = readonly string[] | ((body: unknown) => string | number | undefined)

/**
 * The names under which the run ID is looked for. The document does not show which one it is (RUN-ID-FIELD).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createWorkflowClient, RUN_ID_NAMES } from '@wfhost/sdk'
 *
 * const fetch = async () => Response.json({ ticket: 'run-7' })
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'key', fetch })
 *
 * const { runId } = await client.start('echo', {}, { runId: ['ticket', ...RUN_ID_NAMES] })
 *
 * assert.equal(runId, 'run-7')
 * ```
 */
export const RUN_ID_NAMES: readonly string[] = ['runId', 'run_id', 'runID', 'id', 'executionId', 'execution_id', 'jobId']

/**
 * Finds the run ID in the response to an asynchronous start: under the first of the names that holds a string or a
 * number, in the body itself and then in the objects that it holds. A number is turned into a string.
 */
export function findRunId(body: unknown, source: RunIdSource = RUN_ID_NAMES): string | undefined {
  if (typeof source === 'function') return toId(source(body))
  const holders = [body, ...Object.values(Object(body))].map(Object)
  const ids = holders.flatMap((holder) => source.map((name) => toId(holder[name])))
  return ids.find(Boolean)
}

function toId(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value ? value : undefined
}
