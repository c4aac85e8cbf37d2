import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runMode: Rule = {
  requirement: 'RUN-MODE',
  statement: 'mode may be left out; a mode that is neither sync nor async is refused with 400',
  check,
}

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  control(await runWorkflow(target, { workflow, mode: 'sync' }))
  const omitted = await runWorkflow(target, { workflow, body: { args: [] } })
  if (omitted.status < 200 || omitted.status > 299) expectStatus(omitted, 200)
  for (const mode of ['later', 'SYNC', 'syncX', 'asynchronous', ' sync', '', 7, 0, false, true, ['sync']]) {
    expectStatus(await runWorkflow(target, { workflow, body: { args: [], mode } }), 400)
  }
}
