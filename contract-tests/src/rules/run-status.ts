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
  const { echo, failing } = target.fixtures
  const succeeded = control(await runWorkflow(target, { workflow: echo }))
  expectThat(objectBody(succeeded)['status'] === 'success', { expected: 'status success', in: succeeded })
  const failed = await runWorkflow(target, { workflow: failing })
  expectThat(objectBody(failed)['status'] === 'failed', { expected: 'status failed', in: failed })
  const afterwards = control(await runWorkflow(target, { workflow: echo }))
  expectThat(objectBody(afterwards)['status'] === 'success', { expected: 'status success after a failed run', in: afterwards })
}
