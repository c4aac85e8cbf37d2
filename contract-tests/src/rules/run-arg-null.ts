import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runArgNull: Rule = {
  requirement: 'RUN-ARG-NULL',
  statement: 'null as a value is refused with 400; inside nested data it is ordinary JSON',
  check,
}

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = workflow.parameters.object
  control(await runWorkflow(target, { workflow, args: { [name]: { nested: null } } }))
  expectStatus(await runWorkflow(target, { workflow, args: { [name]: null } }), 400)
}
