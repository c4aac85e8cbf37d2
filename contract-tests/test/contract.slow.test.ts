import { describe, expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { rules } from '../src/rules/rules.ts'
import { localTargets, openLocalTarget } from './open-local-target.ts'
import { createPrismReader, generatedValidators, zodSchemas } from './readers.ts'
import { runRule } from './run-rule.ts'

const readers = [generatedValidators, zodSchemas, await createPrismReader()]

for (const name of localTargets) {
  describe(`the reference server, reached by ${name}`, () => {
    test.each(rules.map((rule) => ({ rule, title: `${rule.id}: ${rule.statement}` })))('keeps $title', async ({ rule }) => {
      const { close, target } = await openLocalTarget(name)
      try {
        const { exchanges, message, verdict } = await runRule(rule, { target, readers })
        expect(verdict, message).toBe('pass')
        count({ 'every adapter': { rules: 1, exchanges } })
      } finally {
        await close()
      }
    })
  })
}
