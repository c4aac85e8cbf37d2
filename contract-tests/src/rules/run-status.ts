import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectThat, objectBody } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runStatus: Rule = {
  requirement: 'RUN-STATUS',
  statement: 'the status is success for a run that succeeds and failed for one that fails',
  check,
}

async function check(target: Target): Promise<void> {
  const succeeded = control(await runWorkflow(target, { workflow: target.fixtures.echo }))
  expectThat(objectBody(succeeded)['status'] === 'success', { expected: 'status success', in: succeeded })
  const failed = await runWorkflow(target, { workflow: target.fixtures.failing })
  expectThat(objectBody(failed)['status'] === 'failed', { expected: 'status failed', in: failed })
}
