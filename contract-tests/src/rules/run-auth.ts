import { runWorkflow } from '../calls/run-workflow.ts'
import { expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runAuth: Rule = {
  requirement: 'RUN-AUTH',
  statement: 'the workflow key is accepted as a Bearer token, with the scheme name in any case',
  check,
}

async function check(target: Target): Promise<void> {
  const { echo } = target.fixtures
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    expectStatus(await runWorkflow(target, { workflow: echo, authorization: `${scheme} ${echo.key}` }), 200)
  }
}
