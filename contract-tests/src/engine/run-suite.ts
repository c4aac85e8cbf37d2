import type { Check } from './checks.ts'
import type { CheckResult, ConformanceReport } from './conformance-report.ts'
import { openSuite } from './open-suite.ts'
import type { Secrets } from './secrets.ts'
import type { SuiteOptions } from './suite-options.ts'

/** A run of the suite that has ended. */
export interface SuiteRun {
  readonly report: ConformanceReport
  /** Whether a service of the target was not reached, at all or any more. */
  readonly unreachable: boolean
  /** Baseline entries that are expired, or whose check does not fail. */
  readonly staleBaseline: readonly string[]
  /** What was done to the target that the next run finds, such as a key that is invalid now. */
  readonly changes: readonly string[]
  /** What a text made of the report must not show. */
  readonly secrets: Pick<Secrets, 'leaksIn' | 'redact'>
}

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
