import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectThat, isObject, objectBody } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runResult: Rule = {
  requirement: 'RUN-RESULT',
  statement: 'a run that succeeds carries the output of the workflow as its result',
  check,
}

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  // Two different outputs, so that a canned result cannot satisfy both.
  for (const text of ['first', 'second']) {
    const exchange = control(await runWorkflow(target, { workflow, args: { [workflow.parameters.string]: text } }))
    const { result } = objectBody(exchange)
    const echoed = isObject(result) ? result[workflow.parameters.string] : undefined
    expectThat(echoed === text, { expected: `a result that holds "${text}"`, in: exchange })
  }
}
