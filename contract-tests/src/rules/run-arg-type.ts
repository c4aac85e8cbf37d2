import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runArgType: Rule = {
  requirement: 'RUN-ARG-TYPE',
  statement: 'a value of another type than the workflow expects is refused with 400',
  check,
}

// Each of another type than its parameter, and none that could be read as it: what a JSON string becomes is not shown.
const others = { string: 7, number: 'seven', boolean: 'perhaps', object: [1], array: { a: 1 } } as const
const right = { string: 'text', number: 7, boolean: true, object: { a: 1 }, array: [1] } as const

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.typed
  const { mistyped, validArguments } = workflow
  control(await runWorkflow(target, { workflow, args: validArguments }))
  expectStatus(await runWorkflow(target, { workflow, args: { ...validArguments, [mistyped.name]: mistyped.value } }), 400)
  const { echo } = target.fixtures
  for (const type of ['string', 'number', 'boolean', 'object', 'array'] as const) {
    const name = echo.parameters[type]
    control(await runWorkflow(target, { workflow: echo, args: { [name]: right[type] } }))
    expectStatus(await runWorkflow(target, { workflow: echo, args: { [name]: others[type] } }), 400)
  }
}
