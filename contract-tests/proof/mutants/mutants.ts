import { argumentValues } from './argument-values.ts'
import type { BrokenServer } from './broken-server.ts'
import { degenerate } from './degenerate.ts'
import { executions } from './executions.ts'
import { flows } from './flows.ts'
import { foreignKeys } from './foreign-keys.ts'
import { invalidKeys } from './invalid-keys.ts'
import { keyLife } from './key-life.ts'
import { limits } from './limits.ts'
import { manifests } from './manifests.ts'
import { modes } from './modes.ts'
import { organizationManifests } from './organization-manifests.ts'
import { requestBodies } from './request-bodies.ts'
import { rewrittenValues } from './rewritten-values.ts'
import { runResults } from './run-results.ts'
import { sharedState } from './shared-state.ts'

/** Every server with a deliberate defect. */
export const brokenServers: readonly BrokenServer[] = [
  ...runResults,
  ...modes,
  ...flows,
  ...invalidKeys,
  ...foreignKeys,
  ...keyLife,
  ...requestBodies,
  ...argumentValues,
  ...rewrittenValues,
  ...sharedState,
  ...limits,
  ...manifests,
  ...organizationManifests,
  ...executions,
  ...degenerate,
]
