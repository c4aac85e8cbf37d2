import { requirements } from '@wfhost/openapi'
import { expect, test } from 'vitest'
import { count } from '../scripts/count.ts'
import { createSharedHost, findLacks, listExports } from './documentation.ts'

const requirementIds = requirements.map(({ id }) => id)
const host = createSharedHost()

test.each([
  { name: 'openapi', members: true, atLeast: 2 },
  { name: 'sdk', members: true, atLeast: 3 },
  { name: 'mock-server', members: false, atLeast: 6 },
  { name: 'contract-tests', members: false, atLeast: 2 },
  { name: 'queue', members: false, atLeast: 2 },
])('everything public of $name has a docstring, its defaults, and an example', { timeout: 60_000 }, (published) => {
  const exported = listExports(published.name, host)
  const { defaults, examples, lacks, symbols } = findLacks(exported, { requirementIds, members: published.members })
  expect(lacks).toEqual([])
  expect(exported.entries.length).toBeGreaterThanOrEqual(published.atLeast)
  expect(Math.min(symbols, examples)).toBeGreaterThan(0)
  count({ documentation: { symbols, examples, defaults } })
})
