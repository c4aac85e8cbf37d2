import { expect, test } from 'vitest'
import { selfTestExitCode } from '../../src/cli/selftest-command.ts'
import { importOptional } from './missing-package.ts'
import { runSelfTests } from './run-self-tests.ts'
import type { SelfTest, SelfTestCase } from './self-test.ts'

const good: SelfTest = selfTest(async () => ({ shows: 'killed', problems: [] }))

test.each([
  ['a case that went wrong', selfTest(async () => ({ shows: 'survived', problems: ['it survived'] })), 4, ['one: it survived']],
  ['a case that throws', selfTest(() => Promise.reject(new Error('broken'))), 4, [expect.stringContaining('broken')]],
  ['a self-test without a case', { ...good, listCases: () => [] }, 4, ['there was no case']],
  ['cases that cannot be listed', { ...good, listCases: () => Promise.reject(new Error('none')) }, 4, [expect.anything()]],
] as const)('%s fails, also beside one that passes', async (...[, bad, code, failures]) => {
  const outcomes = await runSelfTests([good, bad, good], { main: async () => 0 })
  expect(outcomes.map((outcome) => outcome.failures)).toEqual([[], failures, []])
  expect(selfTestExitCode(outcomes)).toBe(code)
})

test('a package that is missing is named, and leaves open whether the suite does what it says', async () => {
  const absent = 'no-such-package'
  const needing = selfTest(() => importOptional([absent], () => import(absent)))
  const outcomes = await runSelfTests([good, needing], { main: async () => 0 })
  expect(outcomes[1]).toMatchObject({ missing: 'install no-such-package beside @wfhost/contract-tests', failures: [] })
  expect(selfTestExitCode(outcomes)).toBe(3)
})

test('no self-test at all is no success', () => {
  expect(selfTestExitCode([])).toBe(3)
})

test('cases are counted by what they show', async () => {
  const [outcome] = await runSelfTests([good], { main: async () => 0 })
  expect(outcome).toMatchObject({ cases: 1, counts: { killed: 1 }, failures: [] })
  expect(selfTestExitCode([outcome].filter((one) => one !== undefined))).toBe(0)
})

function selfTest(run: SelfTestCase['run']): SelfTest {
  return { id: 'one', statement: 'one', listCases: () => [{ name: 'one', run }] }
}
