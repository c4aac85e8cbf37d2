import { type Check, checks as runnableChecks } from './engine/checks.ts'

/**
 * The checks of the suite, in the order of the register of requirements. `only` and `baseline` take their ids.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { checks } from '@wfhost/contract-tests'
 *
 * const readingOnly = checks.filter(({ permissions }) => permissions.length === 0)
 *
 * assert.ok(readingOnly.length > 0)
 * assert.ok(readingOnly.every(({ needs }) => needs.runs === 0))
 * ```
 */
export const checks: readonly Check[] = runnableChecks.map(
  ({ advice: _advice, claim: _claim, claimedBy: _claimedBy, run: _run, ...check }) => check,
)
