import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus, expectThat } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import { waitForSettling } from '../settle.ts'
import type { Target } from '../target.ts'

export const limit429: Rule = {
  requirement: 'LIMIT-429',
  statement: 'a request over the rate limit is refused with 429, in each mode, and runs nothing',
  check,
}

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const runs = await countRuns(target)
  await target.hooks.limitRate({ requests: 2, windowMs: 60_000 })
  control(await runWorkflow(target, { workflow }))
  control(await runWorkflow(target, { workflow }))
  const refused = await runWorkflow(target, { workflow })
  expectStatus(refused, 429)
  expectStatus(await runWorkflow(target, { workflow, mode: 'async' }), 429)
  if (runs === undefined) return
  await waitForSettling(target)
  const ended = (await runs.ended()) - runs.before
  // Section 8 has callers send it again: what ran all the same would then have run twice.
  expectThat(ended <= 2, { expected: `2 runs of the 2 requests within the limit, found ${ended}`, in: refused })
}

/** How many runs have ended by now, and how to ask again; undefined where nobody tells. */
async function countRuns(
  target: Target,
): Promise<{ readonly before: number; readonly ended: () => Promise<number> } | undefined> {
  const { fixtures, hooks } = target
  if (!('endedRuns' in hooks)) return undefined
  const ended = () => hooks.endedRuns(fixtures.echo.flowId)
  // Runs that other checks started may still go on.
  await waitForSettling({ settleMs: target.settleMs + ('slow' in fixtures ? fixtures.slow.durationMs : 0) })
  return { before: await ended(), ended }
}
