import type { RequirementId } from '@wfhost/openapi'
import type { Rule, RuleTable } from './rule.ts'
import { asyncRunRules } from './rules/async-runs.ts'
import { executionRules } from './rules/executions.ts'
import { manifestRules } from './rules/manifests.ts'
import { organizationManifestRules } from './rules/organization-manifests.ts'
import { rateLimitRules } from './rules/rate-limits.ts'
import { runArgumentRules } from './rules/run-arguments.ts'
import { runRequestRules } from './rules/run-requests.ts'
import { runResultRules } from './rules/run-results.ts'
import { toolHostingKeyRules } from './rules/tool-hosting-keys.ts'
import { workflowKeyRules } from './rules/workflow-keys.ts'
import { workflowStateRules } from './rules/workflow-states.ts'

const tables: readonly RuleTable[] = [
  runRequestRules,
  runArgumentRules,
  runResultRules,
  asyncRunRules,
  workflowStateRules,
  workflowKeyRules,
  rateLimitRules,
  toolHostingKeyRules,
  manifestRules,
  organizationManifestRules,
  executionRules,
]

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
export const rules: readonly Rule[] = tables.flatMap(rulesOf)

function rulesOf(table: RuleTable): Rule[] {
  // The keys of a table are ids, as its type says; Object.keys forgets it.
  return (Object.keys(table) as RequirementId[]).flatMap((requirement) => {
    const rule = table[requirement]
    return rule === undefined ? [] : [{ requirement, ...rule }]
  })
}
