import type { Rule } from './rule.ts'
import { exeCredit } from './rules/exe-credit.ts'
import { exeCreditFailed } from './rules/exe-credit-failed.ts'
import { exeEndpoint } from './rules/exe-endpoint.ts'
import { flowArchived } from './rules/flow-archived.ts'
import { flowUnknown } from './rules/flow-unknown.ts'
import { flowUnpublished } from './rules/flow-unpublished.ts'
import { host401 } from './rules/host-401.ts'
import { hostEnv } from './rules/host-env.ts'
import { hostKey } from './rules/host-key.ts'
import { keyCreated } from './rules/key-created.ts'
import { keyInvalid } from './rules/key-invalid.ts'
import { keyRegenerated } from './rules/key-regenerated.ts'
import { keyScope } from './rules/key-scope.ts'
import { limit429 } from './rules/limit-429.ts'
import { limitRetryAfter } from './rules/limit-retry-after.ts'
import { manContent } from './rules/man-content.ts'
import { manEmpty } from './rules/man-empty.ts'
import { manEndpoint } from './rules/man-endpoint.ts'
import { manExecute } from './rules/man-execute.ts'
import { manOrg } from './rules/man-org.ts'
import { manSkip } from './rules/man-skip.ts'
import { manVersion } from './rules/man-version.ts'
import { orgAuth } from './rules/org-auth.ts'
import { orgContent } from './rules/org-content.ts'
import { orgEndpoint } from './rules/org-endpoint.ts'
import { orgFallback } from './rules/org-fallback.ts'
import { productSegment } from './rules/product-segment.ts'
import { regVersion } from './rules/reg-version.ts'
import { runArgMissing } from './rules/run-arg-missing.ts'
import { runArgName } from './rules/run-arg-name.ts'
import { runArgNull } from './rules/run-arg-null.ts'
import { runArgType } from './rules/run-arg-type.ts'
import { runArgValue } from './rules/run-arg-value.ts'
import { runArgs } from './rules/run-args.ts'
import { runAsync } from './rules/run-async.ts'
import { runAsyncUnique } from './rules/run-async-unique.ts'
import { runAuth } from './rules/run-auth.ts'
import { runContentType } from './rules/run-content-type.ts'
import { runEndpoint } from './rules/run-endpoint.ts'
import { runError } from './rules/run-error.ts'
import { runJsonString } from './rules/run-json-string.ts'
import { runMalformed } from './rules/run-malformed.ts'
import { runMode } from './rules/run-mode.ts'
import { runOk } from './rules/run-ok.ts'
import { runResult } from './rules/run-result.ts'
import { runStatus } from './rules/run-status.ts'
import { runSteps } from './rules/run-steps.ts'
import { runStepsFailed } from './rules/run-steps-failed.ts'
import { runSync } from './rules/run-sync.ts'
import { runSyncBody } from './rules/run-sync-body.ts'

/**
 * Every rule, in the order of their files.
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
export const rules: readonly Rule[] = [
  exeCreditFailed,
  exeCredit,
  exeEndpoint,
  flowArchived,
  flowUnknown,
  flowUnpublished,
  host401,
  hostEnv,
  hostKey,
  keyCreated,
  keyInvalid,
  keyRegenerated,
  keyScope,
  limit429,
  limitRetryAfter,
  manContent,
  manEmpty,
  manEndpoint,
  manExecute,
  manOrg,
  manSkip,
  manVersion,
  orgAuth,
  orgContent,
  orgEndpoint,
  orgFallback,
  productSegment,
  regVersion,
  runArgMissing,
  runArgName,
  runArgNull,
  runArgType,
  runArgValue,
  runArgs,
  runAsyncUnique,
  runAsync,
  runAuth,
  runContentType,
  runEndpoint,
  runError,
  runJsonString,
  runMalformed,
  runMode,
  runOk,
  runResult,
  runStatus,
  runStepsFailed,
  runSteps,
  runSyncBody,
  runSync,
]
