import { join } from 'node:path'
import { requirements } from '@wfhost/openapi'
import { expect, test } from 'vitest'
import { count } from '../../scripts/count.ts'
import { findLacks, listExports } from '../../scripts/documentation.ts'

test('Everything public has a docstring, its defaults, and an example', { timeout: 60_000 }, () => {
  const exported = listExports(join(import.meta.dirname, '..'))
  const requirementIds = requirements.map(({ id }) => id)
  const { lacks, symbols, examples, defaults } = findLacks(exported, { requirementIds, members: false })
  expect(lacks).toEqual([])
  expect(exported.entries).toEqual(['@wfhost/contract-tests', '@wfhost/contract-tests/vitest'])
  expect(Math.min(symbols, examples, defaults)).toBeGreaterThan(0)
  count({ documentation: { symbols, examples, defaults } })
})
