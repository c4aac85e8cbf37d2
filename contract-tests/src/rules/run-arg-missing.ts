import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runArgMissing: Rule = {
  requirement: 'RUN-ARG-MISSING',
  statement: 'a run without a required argument is refused with 400',
  check,
}

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.typed
  control(await runWorkflow(target, { workflow, args: workflow.validArguments }))
  const { [workflow.required]: _left, ...rest } = workflow.validArguments
  expectStatus(await runWorkflow(target, { workflow, args: rest }), 400)
}
