import { writeFile } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { rules } from '../src/rules/rules.ts'
import { localTargets, openLocalTarget } from './open-local-target.ts'
import { createPrismReader, generatedValidators, zodSchemas } from './readers.ts'
import { createReport, formatReport } from './report.ts'
import { type Outcome, runRule } from './run-rule.ts'

const readers = [generatedValidators, zodSchemas, await createPrismReader()]
const outcomes: Outcome[] = []

for (const name of localTargets) {
  describe(`the reference server, reached by ${name}`, () => {
    test.each(rules.map((rule) => ({ rule, title: `${rule.id}: ${rule.statement}` })))('keeps $title', async ({ rule }) => {
      const { close, target } = await openLocalTarget(name)
      try {
        const outcome = await runRule(rule, { target, readers })
        outcomes.push(outcome)
        expect(outcome.verdict, outcome.message).toBe('pass')
      } finally {
        await close()
      }
    })
  })
}

afterAll(async () => {
  const report = createReport(outcomes)
  await writeFile(new URL('../report.json', import.meta.url), `${JSON.stringify(report, null, 2)}\n`)
  console.log(formatReport(report))
})
