import { runWorkflow } from '../calls/run-workflow.ts'
import { controlSuccess, expectSuccess, expectThat } from '../expectations.ts'
import { differingLeaves } from '../leaves.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runAsyncUnique: Rule = {
  requirement: 'RUN-ASYNC-UNIQUE',
  statement: 'each async run has a run ID of its own',
  check,
}

async function check(target: Target): Promise<void> {
  const call = { workflow: target.fixtures.slow, mode: 'async' }
  const first = controlSuccess(await runWorkflow(target, call))
  const second = await runWorkflow(target, call)
  expectSuccess(second)
  // A start time in seconds may differ between two runs, and not between three that follow each other closely.
  const third = await runWorkflow(target, call)
  expectSuccess(third)
  const differs = differingLeaves([first.body, second.body, third.body]).length > 0
  expectThat(differs, { expected: 'a run ID: a string or a number that is another one in each of three runs', in: third })
}
