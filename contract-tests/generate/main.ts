import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rules } from '../src/rules.ts'
import { measureRuleNeeds } from './measure-rule-needs.ts'

// Measures what each rule needs and writes it down. test/rule-needs.test.ts fails when the file is stale.
const file = fileURLToPath(new URL('../src/engine/measured-rule-needs.ts', import.meta.url))
const measured: Record<string, unknown> = {}
for (const rule of rules) measured[rule.requirement] = await measureRuleNeeds(rule)
await writeFile(
  file,
  `import type { RequirementId } from '@wfhost/openapi'
import type { RuleNeeds } from './rule-needs.ts'

// Measured on the reference server by npm run generate. Changes here are lost.
export const measuredRuleNeeds: Readonly<Partial<Record<RequirementId, RuleNeeds>>> = ${JSON.stringify(measured)}
`,
)
