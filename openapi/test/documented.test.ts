import { join } from 'node:path'
import { requirements } from '@wfhost/openapi'
import { expect, test } from 'vitest'
import { findLacks, listExports } from '../../scripts/documentation.ts'

test('Everything public has a docstring, and an example that is run', { timeout: 60_000 }, () => {
  const exported = listExports(join(import.meta.dirname, '..'))
  const requirementIds = requirements.map(({ id }) => id)
  const { lacks, symbols, members, examples } = findLacks(exported, { requirementIds, members: true })
  expect(lacks).toEqual([])
  expect(exported.entries).toEqual(['@wfhost/openapi', '@wfhost/openapi/validators'])
  expect(Math.min(symbols, members, examples)).toBeGreaterThan(0)
})
