import { ConfigurationError } from './configuration-error.ts'
import type { WorkflowClient } from './create-workflow-client.ts'
import { parseBody } from './parse-body.ts'
import type { StartedRun } from './run.ts'
import type { StartOptions } from './start-options.ts'
import type { Arguments } from './to-arguments.ts'

/** Where a webhook goes. */
export interface WebhookTarget extends StartOptions {
  /** Starts the workflow. */
  readonly client: Pick<WorkflowClient, 'start'>
  /** The workflow that gets the payload. */
  readonly flowId: string
  /** Name of the argument that gets the payload. @default 'payload' */
  readonly argument?: string
  /** Arguments beside the payload. @default {} */
  readonly args?: Arguments
}

/**
 * Starts a workflow with the body of a webhook request, unchanged to the byte, as serialized JSON in one argument
 * (RUN-JSON-STRING). It starts and does not wait, as senders of webhooks want a quick answer.
 *
 * @throws ConfigurationError when the body is not JSON.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient, forwardWebhook } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 * const webhook = new Request('http://localhost/hook', { method: 'POST', body: '{"action":"opened"}' })
 *
 * const { runId } = await forwardWebhook(webhook, { client, flowId: 'webhook-intake' })
 *
 * assert.ok(runId)
 * ```
 */
export async function forwardWebhook(request: Request, target: WebhookTarget): Promise<StartedRun> {
  const { client, flowId, argument = 'payload', args = {}, ...options } = target
  // Read where a schema would check the arguments: the signals and the deadline of the call then hold for a slow sender.
  const validate = async () => {
    const payload = await request.text()
    if (parseBody(payload).json) return { value: { ...args, [argument]: payload } }
    throw new ConfigurationError('Cannot forward the webhook: its body is not JSON')
  }
  return client.start({ flowId, args: { '~standard': { version: 1, vendor: 'wfhost', validate } } }, {}, options)
}
