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
  const name = workflow.parameters.string
  // Different outputs, so that a canned result cannot satisfy all; two at once, so that each has to keep its own.
  const run = async (text: string) => ({ text, exchange: await runWorkflow(target, { workflow, args: { [name]: text } }) })
  for (const { exchange, text } of [await run('first'), ...(await Promise.all([run('second'), run('third')]))]) {
    const { result } = objectBody(control(exchange))
    const echoed = isObject(result) ? result[name] : undefined
    expectThat(echoed === text, { expected: `a result that holds "${text}"`, in: exchange })
  }
  const without = control(await runWorkflow(target, { workflow, args: {} }))
  const { result } = objectBody(without)
  const left = isObject(result) ? result[name] : undefined
  const isLeft = left === 'first' || left === 'second' || left === 'third'
  expectThat(!isLeft, { expected: `a result without argument ${name} of a run before, as none was sent`, in: without })
}
