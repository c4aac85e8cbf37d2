import { executeTool } from '../calls/registry.ts'
import { controlSuccess } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import { RuleViolation } from '../rule-violation.ts'
import { settled, settling } from '../settle.ts'
import type { Target } from '../target.ts'

export const exeCredit: Rule = {
  requirement: 'EXE-CREDIT',
  statement: 'each successful execution takes one credit from the organization of the key',
  check,
}

async function check(target: Target): Promise<void> {
  const { execute, registry } = target.fixtures
  // What was executed before may still be charged.
  await settling(target)
  const before = await target.hooks.creditBalance()
  const executions = 3
  const execution = () => executeTool(target, { key: registry.key, payload: execute.payload })
  let last = controlSuccess(await execution())
  for (let count = 1; count < executions; count++) last = controlSuccess(await execution())
  const taken = async () => before - (await target.hooks.creditBalance())
  await settled(taken, { isThere: (credits) => credits === executions, withinMs: target.settleMs })
  // A credit too many may come late, too.
  await settling(target)
  const credits = await taken()
  if (credits === executions) return
  throw new RuleViolation(
    `expected ${executions} credits taken by ${executions} executions, found ${credits}: the balance was ${before}, and is ${before - credits}`,
    last,
  )
}
