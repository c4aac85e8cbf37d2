import { expect, test } from 'vitest'
import { runCommandLine } from './serve-world.ts'

test('the selftest shows every self-test with its cases, and ends with 0', { timeout: 120_000 }, async () => {
  const { code, errors, output } = await runCommandLine(['selftest', '--json'])
  expect(errors).toBe('')
  const outcomes: readonly { readonly name: string; readonly cases: number; readonly failures: readonly string[] }[] =
    JSON.parse(output)
  expect(outcomes.filter(({ cases, failures }) => cases === 0 || failures.length > 0)).toEqual([])
  expect(outcomes.length).toBeGreaterThanOrEqual(4)
  expect(code).toBe(0)
})
