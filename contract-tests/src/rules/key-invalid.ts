import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const keyInvalid: Rule = {
  requirement: 'KEY-INVALID',
  statement: 'a run without a key, with a wrong key or with another scheme is refused with 401',
  check,
}

async function check(target: Target): Promise<void> {
  const { echo } = target.fixtures
  control(await runWorkflow(target, { workflow: echo }))
  const refused = [null, 'Bearer', 'Bearer wrong-key', `Bearer ${echo.key}x`, `Basic ${echo.key}`, echo.key]
  for (const authorization of refused) {
    expectStatus(await runWorkflow(target, { workflow: echo, authorization }), 401)
  }
}
