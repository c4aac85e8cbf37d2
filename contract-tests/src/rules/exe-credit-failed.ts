import { executeTool } from '../calls/registry.ts'
import { controlSuccess } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import { RuleViolation } from '../rule-violation.ts'
import type { Target } from '../target.ts'

export const exeCreditFailed: Rule = {
  requirement: 'EXE-CREDIT-FAILED',
  statement: 'a failed execution takes no credit',
  check,
}

async function check(target: Target): Promise<void> {
  const { execute, executeFailing, registry } = target.fixtures
  controlSuccess(await executeTool(target, { key: registry.key, payload: execute.payload }))
  const before = await target.hooks.creditBalance()
  await executeTool(target, { key: registry.key, payload: executeFailing })
  const taken = before - (await target.hooks.creditBalance())
  if (taken !== 0) throw new RuleViolation(`expected no credit taken by a failed execution, found ${taken}`)
}
