import type { Requirement } from '@wfhost/openapi'
import { keyRegenerationRules } from './keys/key-regeneration.ts'
import { rateLimitRules } from './keys/rate-limits.ts'
import { workflowKeyRules } from './keys/workflow-keys.ts'
import { workflowStateRules } from './keys/workflow-states.ts'
import { concurrentRequestRules } from './registry/concurrent-requests.ts'
import { executionCreditRules } from './registry/execution-credits.ts'
import { executionRules } from './registry/executions.ts'
import { manifestRules } from './registry/manifests.ts'
import { organizationManifestRules } from './registry/organization-manifests.ts'
import { otherOrganizationRules } from './registry/other-organizations.ts'
import { toolHostingKeyRules } from './registry/tool-hosting-keys.ts'
import type { Rule, RuleName, RuleTable } from './rule.ts'
import { argumentShapeRules } from './runs/argument-shapes.ts'
import { asyncRunRules } from './runs/async-runs.ts'
import { asyncStartRules } from './runs/async-starts.ts'
import { concurrentRunRules } from './runs/concurrent-runs.ts'
import { generatedValueRules } from './runs/generated-values.ts'
import { runArgumentRules } from './runs/run-arguments.ts'
import { runIdRules } from './runs/run-ids.ts'
import { runRequestRules } from './runs/run-requests.ts'
import { runResultRules } from './runs/run-results.ts'

const table = {
  ...runRequestRules,
  ...argumentShapeRules,
  ...runArgumentRules,
  ...generatedValueRules,
  ...runResultRules,
  ...asyncStartRules,
  ...asyncRunRules,
  ...runIdRules,
  ...workflowStateRules,
  ...workflowKeyRules,
  ...keyRegenerationRules,
  ...rateLimitRules,
  ...toolHostingKeyRules,
  ...manifestRules,
  ...organizationManifestRules,
  ...otherOrganizationRules,
  ...executionRules,
  ...executionCreditRules,
  ...concurrentRequestRules,
  ...concurrentRunRules,
} satisfies RuleTable

/** The names of all rules, as their tables have them. */
export type KnownRule = keyof typeof table

/** Every rule, by subject. */
export const rules: readonly Rule[] = rulesOf(table)

function rulesOf(named: RuleTable): Rule[] {
  // The keys of a table are names, as its type says; Object.keys forgets it.
  return (Object.keys(named) as RuleName[]).flatMap((name) => {
    const rule = named[name]
    const [requirement] = name.split('.', 1)
    return rule === undefined ? [] : [{ id: name.toLowerCase(), requirement: requirement as Requirement['id'], ...rule }]
  })
}
