import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rules } from '../src/rules/rules.ts'
import { measureRuleNeeds } from './measure-rule-needs.ts'

// Measures what each rule needs and writes it down. test/rules.test.ts fails when the file is stale.
const file = fileURLToPath(new URL('../generated/rule-needs.ts', import.meta.url))
const rows: string[] = []
for (const rule of rules) rows.push(`  '${rule.id}': ${JSON.stringify(await measureRuleNeeds(rule))},`)
await writeFile(
  file,
  `import type { RuleNeeds } from '../src/rules/rule.ts'

// Measured on the reference server by npm run generate. Changes here are lost.
export const measuredRuleNeeds: Readonly<Record<string, RuleNeeds>> = {
${rows.join('\n')}
}
`,
)
