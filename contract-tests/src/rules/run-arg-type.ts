import { runWorkflow } from '../calls/run-workflow.ts'
import { control, controlSuccess, expectStatus, isSuccess } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import { RuleWarning } from '../rule-violation.ts'
import type { Target } from '../target.ts'

export const runArgType: Rule = {
  requirement: 'RUN-ARG-TYPE',
  statement: 'a value of another type than the workflow expects is refused with 400, in each mode',
  check,
}

// Each of another type than its parameter, and none that could be read as it: what a JSON string becomes is not shown.
const others = {
  string: [7, 0, true, { a: 1 }, {}, [1]],
  number: ['seven', '', 'NaN', true, false, { a: 1 }, [1]],
  boolean: ['perhaps', '', 1, 0, { a: 1 }, [1]],
  object: ['seven', 7, true, [1], []],
  array: ['seven', 7, true, { a: 1 }, {}],
} as const
const right = { string: 'text', number: 7, boolean: true, object: { a: 1 }, array: [1] } as const

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.typed
  const { mistyped, validArguments } = workflow
  const wrong = { ...validArguments, [mistyped.name]: mistyped.value }
  for (const mode of ['sync', 'async']) {
    controlSuccess(await runWorkflow(target, { workflow, args: validArguments, mode }))
    expectStatus(await runWorkflow(target, { workflow, args: wrong, mode }), 400)
  }
  const reversed = Object.fromEntries(Object.entries(wrong).toReversed())
  expectStatus(await runWorkflow(target, { workflow, args: reversed }), 400)
  const { echo } = target.fixtures
  for (const type of ['string', 'number', 'boolean', 'object', 'array'] as const) {
    const name = echo.parameters[type]
    control(await runWorkflow(target, { workflow: echo, args: { [name]: right[type] } }))
    for (const value of others[type]) {
      expectStatus(await runWorkflow(target, { workflow: echo, args: { [name]: value } }), 400)
    }
  }
  for (const [type, value] of readable) {
    const exchange = await runWorkflow(target, { workflow: echo, args: { [echo.parameters[type]]: value } })
    if (isSuccess(exchange)) throw new RuleWarning(`expected the string "${value}" to be refused as a ${type}`, exchange)
  }
}

// A string may hold serialized JSON (section 4.1), so that who reads these as what they hold does no documented wrong.
const readable = [
  ['number', '7'],
  ['boolean', 'true'],
] as const
