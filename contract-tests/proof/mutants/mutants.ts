import { foreignKeys, keyLife } from '../../src/rules/keys/key-regeneration.mutants.ts'
import { limits } from '../../src/rules/keys/rate-limits.mutants.ts'
import { invalidKeys } from '../../src/rules/keys/workflow-keys.mutants.ts'
import { flows } from '../../src/rules/keys/workflow-states.mutants.ts'
import { concurrency } from '../../src/rules/registry/executions/concurrent-requests.mutants.ts'
import { executions } from '../../src/rules/registry/executions/execution-credits.mutants.ts'
import { hostingKeys } from '../../src/rules/registry/keys/tool-hosting-keys.mutants.ts'
import { manifests } from '../../src/rules/registry/manifests/manifests.mutants.ts'
import { organizationManifests } from '../../src/rules/registry/manifests/organization-manifests.mutants.ts'
import { rewrittenValues } from '../../src/rules/runs/arguments/argument-values.mutants.ts'
import { argumentTypes } from '../../src/rules/runs/arguments/run-arguments.mutants.ts'
import { argumentValues } from '../../src/rules/runs/arguments/serialized-json.mutants.ts'
import { modes } from '../../src/rules/runs/async/async-starts.mutants.ts'
import { requestBodies } from '../../src/rules/runs/requests/run-requests.mutants.ts'
import { sharedState } from '../../src/rules/runs/results/concurrent-runs.mutants.ts'
import { falsyOutputs, runResults } from '../../src/rules/runs/results/run-results.mutants.ts'
import { degenerate } from './degenerate.ts'
import { conditionalRequests } from './derived/conditional-requests.ts'
import { overrideMutants } from './derived/overrides.ts'
import { refusalMutants } from './derived/refusals.ts'
import { requestMutants } from './derived/requests.ts'
import { sequenceMutants } from './derived/sequences.ts'
import { valueMutants } from './derived/values.ts'
import type { Mutant } from './mutant.ts'
import { declaredPlaces } from './parts/whole-number-versions.ts'

export const mutants: readonly Mutant[] = [
  ...runResults,
  ...modes,
  ...flows,
  ...invalidKeys,
  ...foreignKeys,
  ...keyLife,
  ...requestBodies,
  ...argumentTypes,
  ...argumentValues,
  ...rewrittenValues,
  ...sharedState,
  ...limits,
  ...falsyOutputs,
  ...manifests,
  ...declaredPlaces,
  ...organizationManifests,
  ...executions,
  ...concurrency,
  ...hostingKeys,
  ...conditionalRequests,
  ...degenerate,
  ...valueMutants,
  ...requestMutants,
  ...overrideMutants,
  ...sequenceMutants,
  ...refusalMutants,
]
