import type { Requirement } from '@wfhost/openapi'
import { keyCreationRules } from './keys/key-creation.ts'
import { keyRegenerationRules } from './keys/key-regeneration.ts'
import { rateLimitRules } from './keys/rate-limits.ts'
import { workflowKeyRules } from './keys/workflow-keys.ts'
import { workflowStateRules } from './keys/workflow-states.ts'
import { concurrentRequestRules } from './registry/concurrent-requests.ts'
import { executionCreditRules } from './registry/execution-credits.ts'
import { executionVersionRules } from './registry/execution-versions.ts'
import { executionRules } from './registry/executions.ts'
import { manifestRules } from './registry/manifests.ts'
import { namedEnvironmentRules } from './registry/named-environments.ts'
import { organizationManifestRules } from './registry/organization-manifests.ts'
import { otherOrganizationRules } from './registry/other-organizations.ts'
import { toolHostingKeyRules } from './registry/tool-hosting-keys.ts'
import type { Rule, RuleName, RuleTable } from './rule.ts'
import { argumentShapeRules } from './runs/argument-shapes.ts'
import { argumentValueRules } from './runs/argument-values.ts'
import { asyncRunRules } from './runs/async-runs.ts'
import { asyncStartRules } from './runs/async-starts.ts'
import { callerHeaderRules } from './runs/caller-headers.ts'
import { concurrentRunRules } from './runs/concurrent-runs.ts'
import { generatedValueRules } from './runs/generated-values.ts'
import { runArgumentRules } from './runs/run-arguments.ts'
import { runIdRules } from './runs/run-ids.ts'
import { runOverrideRules } from './runs/run-overrides.ts'
import { runRequestRules } from './runs/run-requests.ts'
import { runResultRules } from './runs/run-results.ts'
import { runSequenceRules } from './runs/run-sequences.ts'
import { runStepRules } from './runs/run-steps.ts'
import { serializedJsonRules } from './runs/serialized-json.ts'

const table = {
  ...runRequestRules,
  ...callerHeaderRules,
  ...runOverrideRules,
  ...argumentShapeRules,
  ...argumentValueRules,
  ...runArgumentRules,
  ...serializedJsonRules,
  ...generatedValueRules,
  ...runResultRules,
  ...runStepRules,
  ...runSequenceRules,
  ...asyncStartRules,
  ...asyncRunRules,
  ...runIdRules,
  ...workflowStateRules,
  ...workflowKeyRules,
  ...keyCreationRules,
  ...keyRegenerationRules,
  ...rateLimitRules,
  ...toolHostingKeyRules,
  ...namedEnvironmentRules,
  ...manifestRules,
  ...organizationManifestRules,
  ...otherOrganizationRules,
  ...executionRules,
  ...executionVersionRules,
  ...executionCreditRules,
  ...concurrentRequestRules,
  ...concurrentRunRules,
} satisfies RuleTable

/** The names of all rules, as in their tables. */
export type KnownRule = keyof typeof table

/** All rules, in the order of the tables. */
export const rules: readonly Rule[] = listRules(table)

function listRules(ruleTable: RuleTable): Rule[] {
  // Object.keys returns strings, although the keys of the table are rule names.
  const names = Object.keys(ruleTable) as RuleName[]

  return names.flatMap((name) => {
    const rule = ruleTable[name]
    if (rule === undefined) return []

    const [requirement] = name.split('.', 1)
    return { id: name.toLowerCase(), requirement: requirement as Requirement['id'], ...rule }
  })
}
