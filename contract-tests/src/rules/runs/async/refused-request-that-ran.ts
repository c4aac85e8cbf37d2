import type { RefusedRunRequest } from '../../../catalogues/refused-requests.ts'
import { modes, runWorkflow } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import { createRunCounter } from '../../../waiting.ts'
import { requirePrecondition } from '../../expectations.ts'
import { RuleViolation } from '../../rule.ts'

interface RunsOfRefusedRequests {
  /** How many runs have ended, without the run of the valid request. A correct server has no such runs. */
  readonly unexpectedRuns: number
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
 * Fails the rule because a server has refused several requests, and has run the workflow for at least one of them nevertheless.
 * Sends each of these requests again, alone, so that the message can name the one that runs.
 *
 * @param entries the refused requests. Each of them was sent in each mode
 * @throws {RuleViolation} always: it names the first request that runs, or says how many requests were sent if none runs again
 */
export async function failForRequestThatRan(
  target: Target,
  entries: readonly RefusedRunRequest[],
  { lastExchange, unexpectedRuns }: RunsOfRefusedRequests,
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
  const found = `found ${unexpectedRuns} when they were sent in a row, and none when each was sent alone`
  throw new RuleViolation(`${expected}, ${found}`, lastExchange)
}
