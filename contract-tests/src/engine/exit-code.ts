import type { SuiteRun } from './suite.ts'

/**
 * What the command ends with.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { checkServer, exitCodeOf, exitCodes } from '@wfhost/contract-tests'
 * import { createMockService } from '@wfhost/mock-server'
 *
 * const { fetch } = createMockService()
 * const run = await checkServer({ name: 'in process', baseUrl: 'http://localhost', fetch })
 *
 * // Without fixtures most checks are blocked, which is no success.
 * assert.equal(exitCodeOf(run), exitCodes.incomplete)
 * ```
 */
export const exitCodes = {
  conformant: 0,
  nonConformant: 1,
  usage: 2,
  incomplete: 3,
  unreachable: 4,
  baseline: 5,
} as const

/**
 * The exit code of a run: never 0 when nothing ran. Known failures of the baseline do not fail it.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { checkServer, exitCodeOf, exitCodes } from '@wfhost/contract-tests'
 *
 * const fetch = () => Promise.reject(new Error('nobody is there'))
 * const fixtures = { registry: { key: 'key', listed: [], notListed: [] } }
 * const run = await checkServer({ name: 'nobody', baseUrl: 'http://localhost', fetch, fixtures })
 *
 * assert.equal(exitCodeOf(run), exitCodes.unreachable)
 * ```
 */
export function exitCodeOf({ report, staleBaseline, unreachable }: SuiteRun): number {
  if (unreachable || report.counts.error > 0) return exitCodes.unreachable
  const unknown = report.checks.filter((check) => check.verdict === 'fail' && check.baseline === undefined)
  if (unknown.length > 0) return exitCodes.nonConformant
  if (staleBaseline.length > 0) return exitCodes.baseline
  const open = report.checks.some((check) => check.force !== 'observe' && check.verdict === 'blocked')
  const tested = report.counts.pass + report.counts.fail + report.counts.warn
  return open || tested === 0 ? exitCodes.incomplete : exitCodes.conformant
}
