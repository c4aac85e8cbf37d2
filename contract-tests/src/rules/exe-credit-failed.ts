import { executeTool } from '../calls/registry.ts'
import { controlSuccess } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import { RuleViolation } from '../rule-violation.ts'
import { settling } from '../settle.ts'
import type { Target } from '../target.ts'

export const exeCreditFailed: Rule = {
  requirement: 'EXE-CREDIT-FAILED',
  statement: 'a failed execution takes no credit',
  check,
}

async function check(target: Target): Promise<void> {
  const { execute, executeFailing, registry } = target.fixtures
  controlSuccess(await executeTool(target, { key: registry.key, payload: execute.payload }))
  // What the control takes, late or not, must not be counted to the failed execution.
  await settling(target)
  const before = await target.hooks.creditBalance()
  const exchange = await executeTool(target, { key: registry.key, payload: executeFailing })
  await settling(target)
  const after = await target.hooks.creditBalance()
  if (after === before) return
  throw new RuleViolation(
    `expected no credit taken by a failed execution, found ${before - after}: the balance was ${before}, and is ${after}`,
    exchange,
  )
}
