import { executeTool } from '../calls/registry.ts'
import type { Exchange } from '../exchange.ts'
import { controlSuccess, isSuccess } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import { RuleViolation } from '../rule-violation.ts'
import { waitForSettling } from '../settle.ts'
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
  await waitForSettling(target)
  const before = await target.hooks.creditBalance()
  const failed = await executeTool(target, { key: registry.key, payload: executeFailing })
  const after = await expectNoCredit(target, { before, exchange: failed })
  const unknown = await executeTool(target, { key: registry.key, payload: namesNothing(execute.payload) })
  // What that is to a server is not shown (EXE-PAYLOAD): it may be an execution like any other.
  if (!isSuccess(unknown)) await expectNoCredit(target, { before: after, exchange: unknown })
}

/** The balance afterwards, which is the one before, or the rule fails. */
async function expectNoCredit(target: Target, on: { readonly before: number; readonly exchange: Exchange }): Promise<number> {
  const { before, exchange } = on
  await waitForSettling(target)
  const after = await target.hooks.creditBalance()
  if (after === before) return after
  throw new RuleViolation(
    `expected no credit taken by a failed execution, found ${before - after}: the balance was ${before}, and is ${after}`,
    exchange,
  )
}

/** A payload with another word for each text in it: it names no tool. */
function namesNothing(payload: unknown): unknown {
  return JSON.parse(JSON.stringify(payload), (_name, value: unknown) => (typeof value === 'string' ? 'no-such-name' : value))
}
