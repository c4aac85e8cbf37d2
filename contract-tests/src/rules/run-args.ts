import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runArgs: Rule = {
  requirement: 'RUN-ARGS',
  statement: 'a body without an args array is refused with 400',
  check,
}

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  control(await runWorkflow(target, { workflow, body: { args: [], mode: 'sync' } }))
  expectStatus(await runWorkflow(target, { workflow, body: { mode: 'sync' } }), 400)
  const argument = { name: workflow.parameters.string, value: 'x' }
  for (const args of [{}, null, argument, '[]', JSON.stringify([argument])]) {
    expectStatus(await runWorkflow(target, { workflow, body: { args, mode: 'sync' } }), 400)
  }
}
