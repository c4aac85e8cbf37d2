import type { Run } from './run.ts'
import { WorkflowFailedError } from './workflow-failed-error.ts'

/**
 * Returns the result of a run that succeeded.
 *
 * @throws WorkflowFailedError when the run failed.
 */
export function unwrap<Result>(run: Run<Result>): Result {
  if (run.status === 'failed') throw new WorkflowFailedError(run)
  return run.result
}
