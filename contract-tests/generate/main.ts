import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rules } from '../src/rules/rules.ts'
import { measureRuleNeeds } from './measure-rule-needs.ts'

// Measures the needs of each rule and writes them to a file. test/rules.test.ts fails if the file is stale.
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

// The checks can only be imported now, because they read the file above.
const { checks } = await import('../src/engine/checks.ts')
const { measureRequests } = await import('./measure-requests.ts')
const requestsFile = fileURLToPath(new URL('../generated/check-requests.ts', import.meta.url))
const lines: string[] = []
for (const check of checks) lines.push(`  '${check.id}': ${JSON.stringify(await measureRequests(check))},`)
await writeFile(
  requestsFile,
  `import type { PlannedRequest } from '../src/engine/planned-requests.ts'

// Measured on the reference server by npm run generate. Changes here are lost.
export const measuredRequests: Readonly<Record<string, readonly PlannedRequest[]>> = {
${lines.join('\n')}
}
`,
)
