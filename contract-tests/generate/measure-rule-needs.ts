import { spend } from '../src/engine/budget.ts'
import type { Rule, RuleNeeds } from '../src/rules/rule.ts'
import type { Fixtures, Hooks, Target } from '../src/target/target.ts'
import { openLocalTarget } from '../test/open-local-target.ts'

/** Runs a rule on the reference server and notes what it reads of the target's description, and what it sends. */
export async function measureRuleNeeds(rule: Rule): Promise<RuleNeeds> {
  const { close, target } = await openLocalTarget('core')
  const fixtures = new Set<keyof Fixtures>()
  const hooks = new Set<keyof Hooks>()
  const sent = { requests: 0, runs: 0, executions: 0 }
  const counting =
    (send: Target['send']): Target['send'] =>
    (call) => {
      spend(sent, call.operationId)
      return send(call)
    }
  await rule.check({
    ...target,
    fixtures: noting(target.fixtures, fixtures),
    hooks: noting(target.hooks, hooks),
    send: counting(target.send),
    sendOutsideDocument: counting(target.sendOutsideDocument),
  })
  await close()
  return { fixtures: [...fixtures], hooks: [...hooks], ...sent }
}

function noting<T extends object>(values: T, names: Set<keyof T>): T {
  const asked = new Set<PropertyKey>()
  const noted = new Proxy(
    { ...values },
    {
      get: (_, name) => {
        if (!asked.has(name)) names.add(name as keyof T)
        return Reflect.get(values, name)
      },
      // A rule that asks whether something is there does without it.
      has: (_, name) => {
        asked.add(name)
        return name in values
      },
    },
  )
  return noted
}
