import type { Check } from './checks.ts'
import type { CheckResult } from './conformance-report.ts'
import { openSuite } from './open-suite.ts'
import type { SuiteOptions, SuiteRun } from './suite.ts'

/**
 * Runs checks on a target, one after another.
 *
 * @throws {SecretLeak} when the report would show a secret in any form that is known.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { checks, runSuite } from '@wfhost/contract-tests'
 * import { createMockService } from '@wfhost/mock-server'
 *
 * const { fetch } = createMockService()
 * const seen: string[] = []
 * const { report } = await runSuite(
 *   checks.filter(({ profile }) => profile === 'registry'),
 *   {
 *     options: {
 *       description: { name: 'in process', baseUrl: 'http://localhost', fetch },
 *       limits: { maxRuns: 0, maxExecutions: 0, requestsPerSecond: undefined },
 *       ...{ profiles: undefined, only: undefined, allow: [], claims: {}, baseline: [], secrets: {} },
 *     },
 *     onResult: ({ id }) => seen.push(id),
 *   },
 * )
 *
 * assert.deepEqual(seen, report.checks.map(({ id }) => id))
 * ```
 */
export async function runSuite(
  checks: readonly Check[],
  { onResult = () => {}, options }: { readonly options: SuiteOptions; readonly onResult?: (result: CheckResult) => void },
): Promise<SuiteRun> {
  const suite = openSuite(checks, options)
  for (const planned of suite.planned) onResult(await suite.run(planned))
  return suite.close()
}
