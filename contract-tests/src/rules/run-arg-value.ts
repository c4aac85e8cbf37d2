import { isDeepStrictEqual } from 'node:util'
import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus, expectThat, isObject, objectBody } from '../expectations.ts'
import type { Rule } from '../rule.ts'
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
  const args = {
    [parameters.string]: `  snowman ☃ and "quotes", <b>&amp;</b>, 😀 and e\u0301 \t\r\n {{x}} \${x} <%= x %> %s $1`,
    [parameters.number]: -1234.56789,
    [parameters.boolean]: false,
    [parameters.object]: { nested: { deeper: [1, null, { empty: {} }] }, text: '', camelCase: 1, 'two words': 2 },
    // Texts that look like something else, and numbers of every size that a double tells apart.
    [parameters.array]: ['a', true, null, ['b'], '007', 'null', '2026-01-31T09:00:00+02:00', 2, 2 ** 40, 1.5e-7, 'a', 2],
  }
  const empty = {
    [parameters.string]: '',
    [parameters.number]: 0,
    [parameters.boolean]: false,
    [parameters.object]: {},
    [parameters.array]: [],
  }
  control(await runWorkflow(target, { workflow }))
  for (const sent of [args, empty]) {
    const exchange = await runWorkflow(target, { workflow, args: sent })
    expectStatus(exchange, 200)
    const { result } = objectBody(exchange)
    for (const [name, value] of Object.entries(sent)) {
      const echoed = isObject(result) ? result[name] : undefined
      expectThat(isDeepStrictEqual(echoed, value), { expected: `argument ${name} back as it was sent`, in: exchange })
    }
  }
  const body = { args: [{ name: parameters.string }], mode: 'sync' }
  expectStatus(await runWorkflow(target, { workflow, body }), 400)
}
