import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runArgName: Rule = {
  requirement: 'RUN-ARG-NAME',
  statement: 'an argument without a string as its name is refused with 400',
  check,
}

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = workflow.parameters.string
  control(await runWorkflow(target, { workflow, body: { args: [{ name, value: 'x' }], mode: 'sync' } }))
  expectStatus(await runWorkflow(target, { workflow, body: { args: [{ value: 'x' }], mode: 'sync' } }), 400)
  expectStatus(await runWorkflow(target, { workflow, body: { args: [{ name: 7, value: 'x' }], mode: 'sync' } }), 400)
}
