/**
 * The keys of the sample world, by what they open.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const headers = { authorization: `Bearer ${sampleKeys.defaultEnvironment}` }
 *
 * assert.equal((await fetch(new Request('http://localhost/v1/public/wfhost/manifest', { headers }))).status, 200)
 * ```
 */
export const sampleKeys = {
  /** By flowId. */
  workflows: {
    'support-triage': 'wfk_support_triage',
    'charge-card': 'wfk_charge_card',
    echo: 'wfk_echo',
    'webhook-intake': 'wfk_webhook_intake',
    slow: 'wfk_slow',
    'from-json': 'wfk_from_json',
    archived: 'wfk_archived',
    'monthly-report': 'wfk_monthly_report',
  },
  /** Organization `acme`, profile `default`. */
  defaultEnvironment: 'thk_acme_default',
  /** Organization `acme`, profile `staging`. */
  stagingEnvironment: 'thk_acme_staging',
  /** Organization `acme`, profile `empty`, to which nothing is published. */
  emptyEnvironment: 'thk_acme_empty',
  /** Organization `globex`, profile `default`, to which nothing is published. */
  otherOrganization: 'thk_globex_default',
  /** Organization `initech`, profile `default`. */
  publishingOrganization: 'thk_initech_default',
  /** The console session of a user of organization `acme`. */
  consoleSession: 'session_acme',
} as const
