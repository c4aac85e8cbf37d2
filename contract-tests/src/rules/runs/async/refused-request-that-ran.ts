import type { RefusedRunRequest } from '../../../catalogues/refused-requests.ts'
import { modes, runWorkflow } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import { createRunCounter } from '../../../waiting.ts'
import { requirePrecondition } from '../../expectations.ts'
import { RuleViolation } from '../../rule.ts'

interface RunsOfRefusedRequests {
  /** The number of runs besides the one of the valid request. */
  readonly extraRuns: number
  readonly lastExchange: Exchange
}

/** Sends a run, and blocks the rule if it is not refused. Other checks report that. */
export async function sendRefusedRequest(
  target: Target,
  { createRun, statuses }: RefusedRunRequest,
  mode: string,
): Promise<Exchange> {
  const { fixtures } = target
  const exchange = await runWorkflow(target, { workflow: fixtures.echo, ...createRun(fixtures, mode) })
  return requirePrecondition(exchange, statuses[0])
}

/**
 * Fails the rule because at least one of several refused requests has run the workflow. Sends each of these requests again,
 * alone, to find out which of them runs.
 *
 * @throws {RuleViolation} always: it names the first request that runs, or says how many requests were sent if none runs again
 */
export async function failForRequestThatRan(
  target: Target,
  entries: readonly RefusedRunRequest[],
  { extraRuns, lastExchange }: RunsOfRefusedRequests,
): Promise<never> {
  const { echo: workflow } = target.fixtures
  const requests = entries.flatMap((entry) => modes.map((mode) => ({ entry, mode })))

  for (const { entry, mode } of requests) {
    const runCounter = await createRunCounter(target, workflow)
    const exchange = await sendRefusedRequest(target, entry, mode)
    const endedRuns = await runCounter.waitFor({ atLeast: 1 })
    if (endedRuns === 0) continue

    // The server refused this request, and ran the workflow nevertheless.
    const expected = `expected no run of ${workflow.flowId} for the refused request ${entry.id} in mode ${mode} (${entry.source})`
    throw new RuleViolation(`${expected}, found ${endedRuns}`, exchange)
  }

  // The defect did not show again. The message can only state the number of runs.
  const expected = `expected no run of ${workflow.flowId} for ${requests.length} refused requests`
  const found = `found ${extraRuns} when they were sent in a row, and none when each was sent alone`
  throw new RuleViolation(`${expected}, ${found}`, lastExchange)
}
