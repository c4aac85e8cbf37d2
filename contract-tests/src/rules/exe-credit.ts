import { executeTool } from '../calls/registry.ts'
import { controlSuccess } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import { RuleViolation } from '../rule-violation.ts'
import type { Target } from '../target.ts'

export const exeCredit: Rule = {
  requirement: 'EXE-CREDIT',
  statement: 'each successful execution takes one credit from the organization of the key',
  check,
}

async function check(target: Target): Promise<void> {
  const { execute, registry } = target.fixtures
  const before = await target.hooks.creditBalance()
  const executions = 3
  for (let count = 0; count < executions; count++) {
    controlSuccess(await executeTool(target, { key: registry.key, payload: execute.payload }))
  }
  const taken = before - (await target.hooks.creditBalance())
  if (taken !== executions) throw new RuleViolation(`expected ${executions} credits taken, found ${taken}`)
}
