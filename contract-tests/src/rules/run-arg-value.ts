import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus, expectThat, isObject, objectBody } from '../expectations.ts'
import { type Difference, firstDifference } from '../first-difference.ts'
import type { Rule } from '../rule.ts'
import { sampleArguments } from '../sample-arguments.ts'
import type { Target } from '../target.ts'

export const runArgValue: Rule = {
  requirement: 'RUN-ARG-VALUE',
  statement:
    'a string, number, boolean, object or array reaches the workflow unharmed; an argument without a value is refused with 400',
  check,
}

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const { parameters } = workflow
  control(await runWorkflow(target, { workflow }))
  for (const sent of sampleArguments(parameters)) {
    const exchange = await runWorkflow(target, { workflow, args: sent })
    expectStatus(exchange, 200)
    objectBody(exchange)
    // As numbers: the body of an exchange has the digits of those that are too long to be told apart.
    const { result } = JSON.parse(exchange.text)
    for (const [name, value] of Object.entries(sent)) {
      const difference = firstDifference(value, isObject(result) ? result[name] : undefined)
      const expected = `argument ${name} back as it was sent${difference === undefined ? '' : `, found ${described(difference)}`}`
      expectThat(difference === undefined, { expected, in: exchange })
    }
  }
  const body = { args: [{ name: parameters.string }], mode: 'sync' }
  expectStatus(await runWorkflow(target, { workflow, body }), 400)
}

function described({ found, pointer, sent }: Difference): string {
  const place = pointer === '' ? '' : ` at ${pointer}`
  return `${JSON.stringify(found) ?? 'nothing'} instead of ${JSON.stringify(sent) ?? 'nothing'}${place}`
}
