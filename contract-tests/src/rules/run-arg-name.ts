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
  for (const argument of [{ value: 'x' }, { name: 7, value: 'x' }, { name: null, value: 'x' }, 'x']) {
    expectStatus(await runWorkflow(target, { workflow, body: { args: [argument], mode: 'sync' } }), 400)
  }
}
