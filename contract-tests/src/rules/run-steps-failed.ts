import { runWorkflow } from '../calls/run-workflow.ts'
import { expectThat, isObject, objectBody } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runStepsFailed: Rule = {
  requirement: 'RUN-STEPS-FAILED',
  statement: 'in a failed run the step that failed says so, with its own error',
  check,
}

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.failing
  const exchange = await runWorkflow(target, { workflow })
  const { stepOutputs } = objectBody(exchange)
  const step = isObject(stepOutputs) ? stepOutputs[workflow.failedStep] : undefined
  const holds = isObject(step) && step['status'] === 'failed' && isObject(step['error'])
  expectThat(holds, { expected: `step ${workflow.failedStep} with status failed and an error`, in: exchange })
}
