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
  for (const workflow of [target.fixtures.echo, target.fixtures.failing]) {
    const exchange = control(await runWorkflow(target, { workflow }))
    const body = objectBody(exchange)
    expectThat('status' in body, { expected: 'a status', in: exchange })
    expectThat('result' in body || 'error' in body, { expected: 'a result or an error', in: exchange })
    expectThat(isObject(body['stepOutputs']), { expected: 'stepOutputs as an object', in: exchange })
  }
}
