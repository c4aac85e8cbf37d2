import { runWorkflow } from '../calls/run-workflow.ts'
import { controlSuccess, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runArgMissing: Rule = {
  requirement: 'RUN-ARG-MISSING',
  statement: 'a run without a required argument is refused with 400, in each mode',
  check,
}

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.typed
  const { [workflow.required]: _left, ...rest } = workflow.validArguments
  for (const mode of ['sync', 'async']) {
    controlSuccess(await runWorkflow(target, { workflow, args: workflow.validArguments, mode }))
    expectStatus(await runWorkflow(target, { workflow, args: rest, mode }), 400)
    expectStatus(await runWorkflow(target, { workflow, args: {}, mode }), 400)
  }
}
