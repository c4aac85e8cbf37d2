import { isDeepStrictEqual } from 'node:util'
import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus, expectThat, isObject, objectBody } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runArgNull: Rule = {
  requirement: 'RUN-ARG-NULL',
  statement: 'null as a value is refused with 400; inside nested data it is ordinary JSON',
  check,
}

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = workflow.parameters.object
  control(await runWorkflow(target, { workflow }))
  const value = { nested: null, list: [null] }
  const nested = await runWorkflow(target, { workflow, args: { [name]: value } })
  expectStatus(nested, 200)
  const { result } = objectBody(nested)
  const kept = isObject(result) && isDeepStrictEqual(result[name], value)
  expectThat(kept, { expected: `argument ${name} back with the null inside it`, in: nested })
  expectStatus(await runWorkflow(target, { workflow, args: { [name]: null } }), 400)
}
