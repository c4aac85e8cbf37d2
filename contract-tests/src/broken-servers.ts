import { asyncAnswersSync } from './broken-servers/async-answers-sync.ts'
import type { BrokenServer } from './broken-servers/broken-server.ts'
import { creditForFailure } from './broken-servers/credit-for-failure.ts'
import { emptyManifestListed } from './broken-servers/empty-manifest-listed.ts'
import { keyIgnored } from './broken-servers/key-ignored.ts'
import { oldKeyAlive } from './broken-servers/old-key-alive.ts'
import { retryAfterMissing } from './broken-servers/retry-after-missing.ts'
import { tracebackMissing } from './broken-servers/traceback-missing.ts'

/** Every server with a deliberate defect. */
export const brokenServers: readonly BrokenServer[] = [
  asyncAnswersSync,
  creditForFailure,
  emptyManifestListed,
  keyIgnored,
  oldKeyAlive,
  retryAfterMissing,
  tracebackMissing,
]
