import { describe, expect, test } from 'vitest'
import { brokenServers } from '../src/broken-servers.ts'
import { openLocalTarget } from '../src/local/open-local-target.ts'
import { generatedValidators } from '../src/readers/generated-validators.ts'
import { zodSchemas } from '../src/readers/zod-schemas.ts'
import { rules } from '../src/rules.ts'
import { type Outcome, runRule } from '../src/run-rule.ts'

describe.each(brokenServers)('a server with the defect: $defect', ({ breakService, foundBy }) => {
  test(`fails rule ${foundBy} by the criterion of that rule`, async () => {
    const outcomes = await runAll(breakService)
    expect(outcomes.find((outcome) => outcome.requirement === foundBy)?.verdict).toBe('fail')
  })

  test('makes no rule fail by an error of our own', async () => {
    const outcomes = await runAll(breakService)
    expect(outcomes.filter((outcome) => outcome.verdict === 'error')).toEqual([])
  })
})

async function runAll(breakService: (typeof brokenServers)[number]['breakService']): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const rule of rules) {
    const { close, target } = await openLocalTarget('core', { breakService })
    outcomes.push(await runRule(rule, { target, readers: [generatedValidators, zodSchemas] }))
    await close()
  }
  return outcomes
}
