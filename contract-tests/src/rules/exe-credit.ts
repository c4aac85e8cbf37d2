import { executeTool, getPublicManifest } from '../calls/registry.ts'
import type { Exchange } from '../exchange.ts'
import { control, controlSuccess } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import { RuleViolation } from '../rule-violation.ts'
import { pollUntil, waitForSettling } from '../settle.ts'
import type { Target } from '../target.ts'

export const exeCredit: Rule = {
  requirement: 'EXE-CREDIT',
  statement: 'each successful execution takes one credit from the organization of the key',
  check,
}

async function check(target: Target): Promise<void> {
  const { execute, registry } = target.fixtures
  // What was executed before may still be charged.
  await waitForSettling(target)
  const before = await target.hooks.creditBalance()
  const execution = () => executeTool(target, { key: registry.key, payload: execute.payload })
  const first = controlSuccess(await execution())
  // Each of two at once has to take its own. To read a manifest is no execution.
  const others = [...(await Promise.all([execution(), execution()])), ...(await elsewhere(target))]
  for (const other of others) controlSuccess(other)
  const executions = 1 + others.length
  const isForeignKnown = await executeForOtherOrganization(target)
  control(await getPublicManifest(target, registry))
  const taken = async () => before - (await target.hooks.creditBalance())
  await pollUntil(taken, { isThere: (credits) => credits === executions, withinMs: target.settleMs })
  // A credit too many may come late, too.
  await waitForSettling(target)
  const credits = await taken()
  if (credits === executions) return
  throw new RuleViolation(
    `expected ${executions} credits taken by ${executions} executions${isForeignKnown ? ', and none by the one with the key of another organization' : ''}, found ${credits}: the balance was ${before}, and is ${before - credits}`,
    others.at(-1) ?? first,
  )
}

/** An execution with a key of the same organization and another environment, where one payload is known to suit both. */
async function elsewhere(target: Target): Promise<Exchange[]> {
  const { fixtures } = target
  if (!('otherEnvironment' in fixtures && 'executeEnvironment' in fixtures)) return []
  const { payload } = fixtures.executeEnvironment
  return [await executeTool(target, { key: fixtures.otherEnvironment.key, payload })]
}

/** Whether it executes is not shown (EXE-PAYLOAD): a credit for it comes from the other organization. */
async function executeForOtherOrganization(target: Target): Promise<boolean> {
  const { fixtures } = target
  if (!('otherOrganization' in fixtures)) return false
  await executeTool(target, { key: fixtures.otherOrganization.key, payload: fixtures.execute.payload })
  return true
}
