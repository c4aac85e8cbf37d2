import { createMockService } from '@wfhost/mock-server'
import { afterAll, expect, test } from 'vitest'
import { silence } from '../src/broken-servers/degenerate.ts'
import { brokenServers } from '../src/broken-servers.ts'
import { connectTarget } from '../src/connect-target.ts'
import { contractFixtures, createContractWorld } from '../src/local/contract-world.ts'
import { createLocalHooks } from '../src/local/create-local-hooks.ts'
import { openLocalTarget } from '../src/local/open-local-target.ts'
import { generatedValidators } from '../src/readers/generated-validators.ts'
import { zodSchemas } from '../src/readers/zod-schemas.ts'
import { rules } from '../src/rules.ts'
import { runRule } from '../src/run-rule.ts'

const killed = new Set<string>()

test.each(brokenServers)('rule $foundBy finds the defect: $defect', async ({ breakService, defect, foundBy }) => {
  const rule = rules.find(({ requirement }) => requirement === foundBy)
  if (rule === undefined) throw new Error(`Cannot look for the defect: there is no rule ${foundBy}`)
  const { close, target } = await openLocalTarget('core', { breakService })
  const outcome = await runRule(rule, { target, readers: [generatedValidators, zodSchemas] })
  await close()
  expect(outcome.verdict, outcome.message).toBe('fail')
  // A target that does not answer fails a rule, too. That is not the rule's own criterion.
  expect(outcome.message).toMatch(/^expected /)
  killed.add(defect)
})

test.each(rules)('rule $requirement finds nothing in a server without a defect', async (rule) => {
  const { close, target } = await openLocalTarget('core')
  const outcome = await runRule(rule, { target, readers: [generatedValidators, zodSchemas] })
  await close()
  expect(outcome.verdict, outcome.message).toBe('pass')
})

test('every rule finds at least one defect', () => {
  const found = new Set<string>(brokenServers.map(({ foundBy }) => foundBy))
  expect(rules.map(({ requirement }) => requirement).filter((requirement) => !found.has(requirement))).toEqual([])
})

test('no two servers have the same defect', () => {
  expect(new Set(brokenServers.map(({ defect }) => defect)).size).toBe(brokenServers.length)
})

test('a server that never answers fails every rule in time', async () => {
  const service = silence(createMockService(createContractWorld()))
  const target = connectTarget({
    name: 'silent',
    baseUrl: 'http://workflows.test',
    fetch: service.fetch,
    fixtures: contractFixtures,
    hooks: createLocalHooks(service),
    timeoutMs: 20,
  })
  const outcomes = await Promise.all(rules.map((rule) => runRule(rule, { target, readers: [] })))
  expect(outcomes.filter(({ verdict }) => verdict !== 'fail')).toEqual([])
})

afterAll(() => {
  console.log(`${killed.size} of ${brokenServers.length} killed`)
})
