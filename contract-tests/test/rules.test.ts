import { readdir } from 'node:fs/promises'
import { requirements } from '@wfhost/openapi'
import { expect, test } from 'vitest'
import { rules } from '../src/rules.ts'

test('every file in rules/ is named after the requirement of its rule, and is listed', async () => {
  const files = await readdir(new URL('../src/rules/', import.meta.url))
  const named = rules.map((rule) => `${rule.requirement.toLowerCase()}.ts`)
  expect(files.toSorted()).toEqual(named.toSorted())
})

test('every documented or derived requirement has a rule, or the register says why it cannot be observed', () => {
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
