import { runWorkflow } from '../calls/run-workflow.ts'
import { expectThat, isObject, objectBody } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runSteps: Rule = {
  requirement: 'RUN-STEPS',
  statement: 'stepOutputs maps a step identifier to a status with the result or the error of the step',
  check,
}

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.failing
  const exchange = await runWorkflow(target, { workflow })
  const { stepOutputs } = objectBody(exchange)
  expectThat(isObject(stepOutputs), { expected: 'stepOutputs as an object', in: exchange })
  for (const [id, output] of Object.entries(isObject(stepOutputs) ? stepOutputs : {})) {
    expectThat(isStepOutput(output), { expected: `step ${id} as {status, result} or {status, error}`, in: exchange })
  }
  const succeeded = isObject(stepOutputs) ? stepOutputs[workflow.succeededStep] : undefined
  const holds = isObject(succeeded) && succeeded['status'] === 'success'
  expectThat(holds, { expected: `step ${workflow.succeededStep} with status success`, in: exchange })
}

function isStepOutput(output: unknown): boolean {
  if (!isObject(output)) return false
  const { error, status } = output
  if (status === 'success') return 'result' in output
  return status === 'failed' && isObject(error) && typeof error['name'] === 'string' && typeof error['value'] === 'string'
}
