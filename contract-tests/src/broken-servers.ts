import { argumentValues } from './broken-servers/argument-values.ts'
import type { BrokenServer } from './broken-servers/broken-server.ts'
import { degenerate } from './broken-servers/degenerate.ts'
import { executions } from './broken-servers/executions.ts'
import { flows } from './broken-servers/flows.ts'
import { foreignKeys } from './broken-servers/foreign-keys.ts'
import { invalidKeys } from './broken-servers/invalid-keys.ts'
import { keyLife } from './broken-servers/key-life.ts'
import { limits } from './broken-servers/limits.ts'
import { manifests } from './broken-servers/manifests.ts'
import { modes } from './broken-servers/modes.ts'
import { organizationManifests } from './broken-servers/organization-manifests.ts'
import { requestBodies } from './broken-servers/request-bodies.ts'
import { rewrittenValues } from './broken-servers/rewritten-values.ts'
import { runResults } from './broken-servers/run-results.ts'
import { sharedState } from './broken-servers/shared-state.ts'

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
