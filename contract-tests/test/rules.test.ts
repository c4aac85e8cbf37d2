import { readdir } from 'node:fs/promises'
import { requirements } from '@wfhost/openapi'
import { expect, test } from 'vitest'
import { measureRequests } from '../generate/measure-requests.ts'
import { measureRuleNeeds } from '../generate/measure-rule-needs.ts'
import { measuredRequests } from '../generated/check-requests.ts'
import { measuredRuleNeeds } from '../generated/rule-needs.ts'
import { mutants } from '../proof/mutants/mutants.ts'
import { defaultLimits } from '../src/engine/budget.ts'
import { checks } from '../src/engine/checks.ts'
import { rules } from '../src/rules/rules.ts'

test('every table of a file below rules/ is listed, and each rule has its own name', async () => {
  const folder = new URL('../src/rules/', import.meta.url)
  const modules = await Promise.all(
    (await readdir(folder, { recursive: true }))
      .filter((file) => /(?<!\.(?:mutants|test))\.ts$/.test(file))
      .map((file): Promise<object> => import(new URL(file, folder).href)),
  )
  const tables = modules.flatMap((module) => Object.entries(module).filter(([name]) => name.endsWith('Rules')))
  const written = tables.flatMap(([, table]) => Object.keys(table))
  expect(rules.map(({ id }) => id).toSorted()).toEqual(written.map((name) => name.toLowerCase()).toSorted())
  expect(new Set(written).size).toBe(written.length)
})

test('every documented or derived requirement has a rule, or a reason in the register why it is not observable', () => {
  const tested = new Set<string>(rules.map((rule) => rule.requirement))
  for (const requirement of requirements) {
    if (requirement.evidence === 'N') continue
    const unobservable = 'unobservable' in requirement
    expect(tested.has(requirement.id) !== unobservable, `${requirement.id} needs either a rule or a reason`).toBe(true)
  }
})

test('no rule asserts a requirement that the source document does not show', () => {
  const evidence = new Map<string, string>(requirements.map(({ evidence: kind, id }) => [id, kind]))
  for (const rule of rules) expect(evidence.get(rule.requirement), rule.requirement).toMatch(/^[DR]$/)
})

test.each(rules)('the plan of $requirement states its measured needs and requests', async (rule) => {
  const hint = 'npm run generate'
  expect(await measureRuleNeeds(rule), hint).toEqual(measuredRuleNeeds[rule.id])
})

test.each(checks)('plan lists the requests that $id sends', async (check) => {
  const requests = await measureRequests(check)
  expect(requests, 'npm run generate').toEqual(measuredRequests[check.id])
  expect(requests.reduce((sum, { times }) => sum + times, 0)).toBe(check.needs.requests)
})

test.each([
  ['maxRuns', 'runs'],
  ['maxExecutions', 'executions'],
] as const)('the default of %s allows all checks, and a fifth more for repeated requests', (limit, kind) => {
  const needed = checks.reduce((sum, { needs }) => sum + needs[kind], 0)
  expect(defaultLimits[limit], 'raise it in contract-tests/src/engine/budget.ts').toBeGreaterThan(needed * 1.2)
})

test('each check that only warns of a mutant says so in its list', () => {
  const warningIds = new Set(mutants.filter(({ isWarned }) => isWarned).map(({ foundBy }) => foundBy.toLowerCase()))
  const undeclaredIds = checks.filter(({ id, warnsOf }) => warningIds.has(id) && warnsOf === undefined).map(({ id }) => id)

  expect(warningIds.size).toBeGreaterThan(0)
  expect(undeclaredIds).toEqual([])
})
