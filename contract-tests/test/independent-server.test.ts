import { expect, test } from 'vitest'
import { openIndependentTarget } from '../src/legal-servers/open-independent-target.ts'
import { rules } from '../src/rules.ts'
import { runRule } from '../src/run-rule.ts'

test.each(rules)('a server that shares no code with ours passes $requirement', async (rule) => {
  const { close, target } = await openIndependentTarget()
  const outcome = await runRule(rule, { target, readers: [] })
  await close()
  expect(outcome.verdict, outcome.message).toBe('pass')
})
