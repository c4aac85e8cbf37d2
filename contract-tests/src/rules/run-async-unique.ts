import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectThat } from '../expectations.ts'
import { leaves } from '../leaves.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runAsyncUnique: Rule = {
  requirement: 'RUN-ASYNC-UNIQUE',
  statement: 'two async runs have two run IDs',
  check,
}

async function check(target: Target): Promise<void> {
  const call = { workflow: target.fixtures.slow, mode: 'async' }
  const first = await runWorkflow(target, call)
  control(first, first.status === 202 || first.status === 201 ? first.status : 200)
  const second = await runWorkflow(target, call)
  const known = new Map(leaves(first.body).map((leaf) => [leaf.pointer, leaf.value]))
  const differs = leaves(second.body).some((leaf) => known.has(leaf.pointer) && known.get(leaf.pointer) !== leaf.value)
  expectThat(differs, { expected: "a string or number that differs from the first run's", in: second })
}
