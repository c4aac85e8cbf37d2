import { countRequest } from '../src/engine/budget.ts'
import type { Rule, RuleNeeds } from '../src/rules/rule.ts'
import type { CheckRequest } from '../src/target/exchange.ts'
import type { ServerHooks, Target, TargetFixtures } from '../src/target/target.ts'
import { openLocalTarget } from '../test/open-local-target.ts'
import { measureMembers } from './measure-members.ts'

/**
 * Measures the fixtures and hooks that a rule reads, the optional members that it needs, and the requests that it sends. The requests of a quick run are measured separately if they differ.
 */
export async function measureRuleNeeds(rule: Rule): Promise<RuleNeeds> {
  const fullRun = await measureRun(rule, { isQuick: false })
  const { executions, requests, runs } = await measureRun(rule, { isQuick: true })

  const members = await measureMembers(rule, fullRun.fixtures)
  const needs = members.length === 0 ? fullRun : { ...fullRun, members }

  return requests === needs.requests ? needs : { ...needs, quick: { requests, runs, executions } }
}

async function measureRun(rule: Rule, { isQuick }: { readonly isQuick: boolean }): Promise<RuleNeeds> {
  const { close, target } = await openLocalTarget('core')
  const fixtures = new Set<keyof TargetFixtures>()
  const hooks = new Set<keyof ServerHooks>()
  const sent = { requests: 0, runs: 0, executions: 0 }
  const keys = keysIn({ ...target.fixtures })
  let [pending, concurrent, exposesKeys] = [0, 1, false]
  const counting =
    (send: Target['send']): Target['send'] =>
    (call) => {
      countRequest(sent, call.operationId)
      pending += 1
      concurrent = Math.max(concurrent, pending)
      exposesKeys ||= keys.some((key) => isElsewhere(key, call))
      return send(call).finally(() => {
        pending -= 1
      })
    }
  await rule.check({
    ...target,
    isQuick,
    fixtures: noting(target.fixtures, fixtures),
    hooks: noting(target.hooks, hooks),
    send: counting(target.send),
  })
  await close()
  return {
    ...{ fixtures: [...fixtures], hooks: [...hooks], ...sent },
    ...(concurrent === 1 ? {} : { concurrent }),
    ...(exposesKeys ? { exposesKeys } : {}),
  }
}

/** Lists the keys in fixtures. */
function keysIn(fixtures: unknown): string[] {
  const keys: string[] = []
  JSON.stringify(fixtures, (name, value: unknown) => {
    if (name === 'key' && typeof value === 'string') keys.push(value)
    return value
  })
  return keys
}

function isElsewhere(key: string, { body = '', headers, url }: CheckRequest): boolean {
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization')
  return [url, body, ...others.map(([, value]) => value)].some((text) => text.includes(key))
}

function noting<T extends object>(values: T, names: Set<keyof T>): T {
  const usedMembers = new Set<PropertyKey>()
  const noted = new Proxy(
    { ...values },
    {
      get: (_, name) => {
        if (!usedMembers.has(name)) names.add(name as keyof T)
        return Reflect.get(values, name)
      },
      // A rule that checks for a member with `in` can run without that member.
      has: (_, name) => {
        usedMembers.add(name)
        return name in values
      },
    },
  )
  return noted
}
