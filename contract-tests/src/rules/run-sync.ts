import { runWorkflow } from '../calls/run-workflow.ts'
import { expectStatus, expectThat, objectBody } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import { ControlFailed } from '../rule-violation.ts'
import type { Target } from '../target.ts'
import { timed } from '../timed.ts'

export const runSync: Rule = {
  requirement: 'RUN-SYNC',
  statement: 'with mode sync the response comes when the workflow has ended, and carries what it returned',
  check,
}

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.slow
  const { exchange, tookMs } = await timed(runWorkflow(target, { workflow, mode: 'sync' }))
  expectStatus(exchange, 200)
  const { status, result } = objectBody(exchange)
  expectThat(status === 'success' && result === workflow.result, { expected: 'the result of the ended workflow', in: exchange })
  // An async start is held to come sooner than this, so the figure has to be of this workflow.
  if (tookMs >= shareOfDuration * workflow.durationMs) return
  const found = `${Math.round(tookMs)} ms`
  throw new ControlFailed(
    `expected a run of ${workflow.durationMs} ms, as fixtures.slow.durationMs says, found ${found}`,
    exchange,
  )
}

const shareOfDuration = 0.5
