import type { Exchange } from '../../target/exchange.ts'
import { PreconditionError } from '../rule.ts'

/** Creates the error for a run that the hook `endedRuns` did not count. */
export function createUncountedRunError(flowId: string, exchange: Exchange): PreconditionError {
  return new PreconditionError(`expected hooks.endedRuns to count a run of ${flowId}, found 0`, exchange)
}
