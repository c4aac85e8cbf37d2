import type { RequirementId } from '@wfhost/openapi'
import { asyncRunRules } from './async-runs.ts'
import { concurrencyRules } from './concurrency.ts'
import { concurrentRunRules } from './concurrent-runs.ts'
import { executionRules } from './executions.ts'
import { generatedValueRules } from './generated-values.ts'
import { keyRegenerationRules } from './key-regeneration.ts'
import { manifestRules } from './manifests.ts'
import { organizationManifestRules } from './organization-manifests.ts'
import { rateLimitRules } from './rate-limits.ts'
import type { Rule, RuleName, RuleTable } from './rule.ts'
import { runArgumentRules } from './run-arguments.ts'
import { runIdRules } from './run-ids.ts'
import { runRequestRules } from './run-requests.ts'
import { runResultRules } from './run-results.ts'
import { toolHostingKeyRules } from './tool-hosting-keys.ts'
import { workflowKeyRules } from './workflow-keys.ts'
import { workflowStateRules } from './workflow-states.ts'

const table = {
  ...runRequestRules,
  ...runArgumentRules,
  ...generatedValueRules,
  ...runResultRules,
  ...asyncRunRules,
  ...runIdRules,
  ...workflowStateRules,
  ...workflowKeyRules,
  ...keyRegenerationRules,
  ...rateLimitRules,
  ...toolHostingKeyRules,
  ...manifestRules,
  ...organizationManifestRules,
  ...executionRules,
  ...concurrencyRules,
  ...concurrentRunRules,
} satisfies RuleTable

/** The names of all rules, as their tables have them. */
export type KnownRule = keyof typeof table

/**
 * Every rule, by subject.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { connectTarget, rules } from '@wfhost/contract-tests'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const fixtures = { registry: { key: sampleKeys.defaultEnvironment, listed: [], notListed: [] } }
 * const target = connectTarget({ name: 'in process', baseUrl: 'http://localhost', fetch, fixtures })
 *
 * const rule = rules.find(({ requirement }) => requirement === 'MAN-ENDPOINT')
 * assert.ok(rule)
 * await rule.check(target) // throws a RuleViolation that shows the exchange otherwise
 * ```
 */
export const rules: readonly Rule[] = rulesOf(table)

function rulesOf(named: RuleTable): Rule[] {
  // The keys of a table are names, as its type says; Object.keys forgets it.
  return (Object.keys(named) as RuleName[]).flatMap((name) => {
    const rule = named[name]
    const [requirement] = name.split('.', 1)
    return rule === undefined ? [] : [{ id: name.toLowerCase(), requirement: requirement as RequirementId, ...rule }]
  })
}
