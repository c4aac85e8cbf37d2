import type { RefusedRunRequest } from '../../../catalogues/refused-requests.ts'
import { modes, runWorkflow } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import { createRunCounter } from '../../../waiting.ts'
import { requireStatus } from '../../expectations.ts'
import { RuleViolation } from '../../rule.ts'

interface UnexpectedRuns {
  /** How many runs have ended, without the run of the valid request. A correct server has no such runs. */
  readonly unexpectedRunCount: number
  readonly lastExchange: Exchange | undefined
}

/** Sends a run, and blocks the rule if it is not refused. Other checks report that. */
export async function sendRefusedRequest(
  target: Target,
  { createRunRequest, expectedStatuses }: RefusedRunRequest,
  mode: string,
): Promise<Exchange> {
  const { fixtures } = target
  const exchange = await runWorkflow(target, { workflow: fixtures.echo, ...createRunRequest(fixtures, mode) })
  return requireStatus(exchange, expectedStatuses[0])
}

/**
 * Throws for a server that refused several requests, but ran the workflow for at least one of them. Sends each request again,
 * alone, to find the first one that runs.
 *
 * @param refusedRequests The requests that the server refused. Each was sent in each mode.
 * @throws {RuleViolation} always. If no request runs again, the message has only the number of runs
 */
export async function throwUnexpectedRun(
  target: Target,
  refusedRequests: readonly RefusedRunRequest[],
  { lastExchange, unexpectedRunCount }: UnexpectedRuns,
): Promise<never> {
  const { flowId } = target.fixtures.echo
  const requests = refusedRequests.flatMap((request) => modes.map((mode) => ({ request, mode })))

  for (const { mode, request } of requests) {
    const { endedRunCount, exchange } = await countRunsOfRequest(target, request, mode)
    if (endedRunCount === 0) continue

    const requestDescription = `the refused request ${request.id} in mode ${mode} (${request.source})`
    throw new RuleViolation(`expected no run of ${flowId} for ${requestDescription}, found ${endedRunCount}`, exchange)
  }

  const found = `${unexpectedRunCount} when they were sent in a row, and none when each was sent alone`
  throw new RuleViolation(`expected no run of ${flowId} for ${requests.length} refused requests, found ${found}`, lastExchange)
}

/** Sends a request alone, and counts the runs that end after it. */
async function countRunsOfRequest(target: Target, request: RefusedRunRequest, mode: string) {
  const runCounter = await createRunCounter(target, target.fixtures.echo)
  const exchange = await sendRefusedRequest(target, request, mode)
  return { exchange, endedRunCount: await runCounter.waitFor({ minCount: 1 }) }
}
