import type { Requirement } from '@wfhost/openapi'
import { keyCreationRules } from './keys/key-creation.ts'
import { keyRegenerationRules } from './keys/key-regeneration.ts'
import { rateLimitRules } from './keys/rate-limits.ts'
import { workflowKeyRules } from './keys/workflow-keys.ts'
import { workflowStateRules } from './keys/workflow-states.ts'
import { concurrentRequestRules } from './registry/executions/concurrent-requests.ts'
import { executionCreditRules } from './registry/executions/execution-credits.ts'
import { executionVersionRules } from './registry/executions/execution-versions.ts'
import { executionRules } from './registry/executions/executions.ts'
import { namedVersionRules } from './registry/executions/named-versions.ts'
import { namedEnvironmentRules } from './registry/keys/named-environments.ts'
import { otherOrganizationRules } from './registry/keys/other-organizations.ts'
import { toolHostingKeyRules } from './registry/keys/tool-hosting-keys.ts'
import { manifestRules } from './registry/manifests/manifests.ts'
import { organizationManifestRules } from './registry/manifests/organization-manifests.ts'
import { publicationEffectRules } from './registry/manifests/publication-effects.ts'
import type { Rule, RuleName, RuleTable } from './rule.ts'
import { argumentShapeRules } from './runs/arguments/argument-shapes.ts'
import { argumentValueRules } from './runs/arguments/argument-values.ts'
import { generatedValueRules } from './runs/arguments/generated-values.ts'
import { runArgumentRules } from './runs/arguments/run-arguments.ts'
import { serializedJsonRules } from './runs/arguments/serialized-json.ts'
import { asyncRunRules } from './runs/async/async-runs.ts'
import { asyncStartRules } from './runs/async/async-starts.ts'
import { runIdRules } from './runs/async/run-ids.ts'
import { callerHeaderRules } from './runs/requests/caller-headers.ts'
import { runOverrideRules } from './runs/requests/run-overrides.ts'
import { runRequestRules } from './runs/requests/run-requests.ts'
import { concurrentRunRules } from './runs/results/concurrent-runs.ts'
import { runResultRules } from './runs/results/run-results.ts'
import { runSequenceRules } from './runs/results/run-sequences.ts'
import { runStepRules } from './runs/results/run-steps.ts'

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
  ...publicationEffectRules,
  ...manifestRules,
  ...organizationManifestRules,
  ...otherOrganizationRules,
  ...executionRules,
  ...executionVersionRules,
  ...namedVersionRules,
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
