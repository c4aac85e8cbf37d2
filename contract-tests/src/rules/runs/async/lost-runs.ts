import { CONCURRENT_REQUESTS, type RunRequest, runWorkflow, sendConcurrently } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import { createRunCounter } from '../../../waiting.ts'
import { expectSuccess } from '../../expectations.ts'
import { RuleViolation } from '../../rule.ts'

/** Checks that each of several concurrent async starts runs the workflow exactly once. */
export async function verifyConcurrentStartsRunOnce(target: Target): Promise<void> {
  await expectEveryRunToSucceed(target, {
    start: () => sendConcurrently(() => startSlowRun(target)),
    isExact: true,
    description: `${CONCURRENT_REQUESTS} concurrent async starts`,
  })
}

/** How often a run must be lost before it is reported. On a busy machine, a single run may only be late. */
const LOST_RUNS_TO_FAIL = 3

/** Checks that a run continues after the client closes its connection. A run must be lost three times to fail the rule. */
export async function verifyRunContinuesAfterClose(target: Target): Promise<void> {
  const starts = {
    start: async () => [await startSlowRun(target, { connection: 'close' })],
    isExact: false,
    description: `an async start whose connection was closed, ${LOST_RUNS_TO_FAIL} times`,
  }

  for (let lostRuns = 1; ; lostRuns += 1) {
    try {
      return await expectEveryRunToSucceed(target, starts)
    } catch (error) {
      const mayRetry = error instanceof RuleViolation && lostRuns < LOST_RUNS_TO_FAIL
      if (!mayRetry) throw error
    }
  }
}

function startSlowRun(target: Target, headers: RunRequest['headers'] = {}): Promise<Exchange> {
  return runWorkflow(target, { workflow: target.fixtures.slow, mode: 'async', headers })
}

interface AsyncStarts {
  readonly start: () => Promise<readonly Exchange[]>
  /** Whether more runs than starts are also a failure. */
  readonly isExact: boolean
  readonly description: string
}

/** Sends async starts, and fails the rule unless as many runs succeed. More runs are a failure only if `isExact` is true. */
async function expectEveryRunToSucceed(target: Target, { description, isExact, start }: AsyncStarts): Promise<void> {
  const { slow } = target.fixtures
  const runCounter = await createRunCounter(target, slow)

  const exchanges = await start()
  for (const exchange of exchanges) expectSuccess(exchange)

  const count = exchanges.length
  const timeoutMs = (isExact ? 2 : 1) * (count * slow.durationMs + target.settleMs)
  const endedRunCount = await runCounter.waitFor({ minCount: count, timeoutMs, includeLateRuns: isExact })
  if (endedRunCount === count || (endedRunCount > count && !isExact)) return

  throw new RuleViolation(`expected ${count} successful runs after ${description}, found ${endedRunCount}`, exchanges[0])
}
