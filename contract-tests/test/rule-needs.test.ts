import { expect, test } from 'vitest'
import { measureRuleNeeds } from '../generate/measure-rule-needs.ts'
import { measuredRuleNeeds } from '../generated/rule-needs.ts'
import { rules } from '../src/rules/rules.ts'

test.each(rules)('the plan says of $requirement what it really needs and sends', async (rule) => {
  const hint = 'npm run generate'
  expect(await measureRuleNeeds(rule), hint).toEqual(measuredRuleNeeds[rule.id])
})
