import { ConfigurationError } from './configuration-error.ts'
import { BRAND } from './error-brand.ts'

/**
 * The body of a webhook that cannot be passed on as JSON: incomplete, not UTF-8 or not JSON (RUN-JSON-STRING). This is the
 * sender's mistake, so respond with 400; a ConfigurationError of another class is ours. Nothing was sent.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createWorkflowClient, forwardWebhook, WebhookBodyError } from '@wfhost/sdk'
 *
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'key' })
 *
 * const error = await forwardWebhook('a=1', { client, flowId: 'webhook-intake' }).catch((thrown: unknown) => thrown)
 *
 * assert.ok(error instanceof WebhookBodyError)
 * assert.equal(error.message, 'Cannot forward the webhook: its body is not JSON')
 * ```
 */
export class WebhookBodyError extends ConfigurationError {
  /** @internal */
  static override readonly [BRAND]: string = 'WebhookBodyError'
  override readonly code = 'webhook_body'
}
