import { runWorkflow } from '../calls/run-workflow.ts'
import { expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runContentType: Rule = {
  requirement: 'RUN-CONTENT-TYPE',
  statement: 'application/json is accepted, in any case and with parameters',
  check,
}

async function check(target: Target): Promise<void> {
  for (const contentType of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
    expectStatus(await runWorkflow(target, { workflow: target.fixtures.echo, contentType }), 200)
  }
}
