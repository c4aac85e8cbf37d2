import { join } from 'node:path'
import { requirements } from '@wfhost/openapi'
import { expect, test } from 'vitest'
import { count } from '../../scripts/count.ts'
import { findLacks, listExports } from '../../scripts/documentation.ts'

test('Everything public has a docstring, its defaults, and an example that is run', { timeout: 60_000 }, () => {
  const exported = listExports(join(import.meta.dirname, '..'))
  const requirementIds = requirements.map(({ id }) => id)
  const { lacks, symbols, members, examples, defaults } = findLacks(exported, { requirementIds, members: true })
  expect(lacks).toEqual([])
  expect(exported.entries).toEqual(['@wfhost/sdk', '@wfhost/sdk/schemas', '@wfhost/sdk/otel'])
  expect(Math.min(symbols, members, examples, defaults)).toBeGreaterThan(0)
  count({ documentation: { symbols, members, examples, defaults } })
})
