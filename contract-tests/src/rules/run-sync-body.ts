import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectThat, isObject, objectBody } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runSyncBody: Rule = {
  requirement: 'RUN-SYNC-BODY',
  statement: 'the answer to a sync run has status, result or error, and stepOutputs',
  check,
}

async function check(target: Target): Promise<void> {
  const succeeded = control(await runWorkflow(target, { workflow: target.fixtures.echo }))
  // No document shows which status carries a failed run.
  const failed = await runWorkflow(target, { workflow: target.fixtures.failing })
  for (const exchange of [succeeded, failed]) {
    const body = objectBody(exchange)
    expectThat('status' in body, { expected: 'a status', in: exchange })
    expectThat('result' in body || 'error' in body, { expected: 'a result or an error', in: exchange })
    expectThat(isObject(body['stepOutputs']), { expected: 'stepOutputs as an object', in: exchange })
  }
}
