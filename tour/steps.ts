import { asyncRun } from './steps/async-run.ts'
import { execute } from './steps/execute.ts'
import { failedRun } from './steps/failed-run.ts'
import { manifest } from './steps/manifest.ts'
import { noPublishedToolsets } from './steps/no-published-toolsets.ts'
import { rateLimit } from './steps/rate-limit.ts'
import { archivedWorkflow, foreignKey, invalidKey } from './steps/refusals.ts'
import { syncRun } from './steps/sync-run.ts'
import { forwardedWebhooks } from './steps/webhooks.ts'
import type { Step } from './tour.ts'

/** The stops of the tour, in order. */
export const steps: readonly Step[] = [
  syncRun,
  failedRun,
  asyncRun,
  forwardedWebhooks,
  manifest,
  noPublishedToolsets,
  execute,
  invalidKey,
  foreignKey,
  archivedWorkflow,
  rateLimit,
]
