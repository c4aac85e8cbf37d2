import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runArgType: Rule = {
  requirement: 'RUN-ARG-TYPE',
  statement: 'a value of another type than the workflow expects is refused with 400',
  check,
}

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.typed
  const { mistyped, validArguments } = workflow
  control(await runWorkflow(target, { workflow, args: validArguments }))
  expectStatus(await runWorkflow(target, { workflow, args: { ...validArguments, [mistyped.name]: mistyped.value } }), 400)
}
