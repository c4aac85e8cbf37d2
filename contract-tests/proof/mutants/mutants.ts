import { argumentTypes } from './argument-types.ts'
import { argumentValues } from './argument-values.ts'
import { concurrency } from './concurrency.ts'
import { declaredPlaces } from './declared-places.ts'
import { degenerate } from './degenerate.ts'
import { conditionalRequests } from './derived/conditional-requests.ts'
import { overrideMutants } from './derived/overrides.ts'
import { refusalMutants } from './derived/refusals.ts'
import { requestMutants } from './derived/requests.ts'
import { sequenceMutants } from './derived/sequences.ts'
import { valueMutants } from './derived/values.ts'
import { executions } from './executions.ts'
import { hostingKeys } from './keys/hosting-keys.ts'
import { invalidKeys } from './keys/invalid-keys.ts'
import { foreignKeys, keyLife } from './keys/keys.ts'
import { manifests } from './manifests.ts'
import type { Mutant } from './mutant.ts'
import { organizationManifests } from './organization-manifests.ts'
import { limits } from './rate-limits.ts'
import { requestBodies } from './request-bodies.ts'
import { rewrittenValues } from './rewritten-values.ts'
import { falsyOutputs, runResults } from './run-results.ts'
import { sharedState } from './shared-state.ts'
import { modes } from './starts.ts'
import { flows } from './workflow-states.ts'

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
