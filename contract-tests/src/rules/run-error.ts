import { runWorkflow } from '../calls/run-workflow.ts'
import { expectThat, isObject, objectBody } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runError: Rule = {
  requirement: 'RUN-ERROR',
  statement: 'a failed run carries an error with the strings name, value and traceback',
  check,
}

async function check(target: Target): Promise<void> {
  const exchange = await runWorkflow(target, { workflow: target.fixtures.failing })
  const { error } = objectBody(exchange)
  for (const member of ['name', 'value', 'traceback']) {
    const holds = isObject(error) && typeof error[member] === 'string'
    expectThat(holds, { expected: `a string as error.${member}`, in: exchange })
  }
}
