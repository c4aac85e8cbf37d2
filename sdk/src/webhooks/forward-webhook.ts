import type { StandardSchemaV1 } from '@standard-schema/spec'
import { describeValue, withoutSecrets } from '@wfhost/internal/redacted-text'
import type { Arguments } from '../client/arguments.ts'
import { type Check, checkOptions, checkRequired, isName, isObject } from '../client/check-options.ts'
import { redactFor } from '../client/client-secrets.ts'
import type { WorkflowClient } from '../client/create-workflow-client.ts'
import type { Workflow } from '../client/define-workflow.ts'
import type { StartedRun } from '../client/wait-for-run.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { BRAND } from '../errors/error-brand.ts'
import type { StartOptions } from '../operations/run-workflow/run-workflow.ts'

/**
 * The body of a webhook is not JSON, incomplete or not UTF-8 (RUN-JSON-STRING). The sender made a mistake, so respond with
 * 400. For any other ConfigurationError, the mistake is in your code. Nothing was sent.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createWorkflowClient, forwardWebhook, WebhookBodyError } from '@wfhost/sdk'
 *
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'key' })
 *
 * await assert.rejects(forwardWebhook(client, 'webhook-intake', '{"action":'), WebhookBodyError)
 * ```
 */
export class WebhookBodyError extends ConfigurationError {
  /** @internal */
  static override readonly [BRAND]: string = 'WebhookBodyError'
  override readonly code = 'webhook_body'
}

/** How to forward a webhook. */
export interface WebhookOptions extends StartOptions {
  /** Name of the argument that gets the payload. @default 'payload' */
  readonly argument?: string | undefined
  /** Arguments besides the payload. @default {} */
  readonly args?: Arguments | undefined
}

/**
 * Starts a workflow with the body of a webhook request. One argument gets the unchanged text of the body, which must be JSON
 * (RUN-JSON-STRING). This function does not wait for the end of the run, because senders of webhooks expect a quick response.
 *
 * Pass the Request, or its body as text or bytes, such as what `express.raw()` leaves in `request.body`. Bytes must be UTF-8. A
 * byte order mark is removed.
 *
 * @throws WebhookBodyError if the body is not UTF-8, not JSON, or incomplete. ConfigurationError if the body was
 *   already read or is missing, if an option is invalid, and if `args` already has an argument for the payload.
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
 * const { runId } = await forwardWebhook(client, 'webhook-intake', webhook)
 *
 * assert.ok(runId)
 * ```
 */
// biome-ignore lint/complexity/useMaxParams: a client, a workflow and a request are what is forwarded, and options are optional.
export async function forwardWebhook(
  client: Pick<WorkflowClient, 'start'>,
  workflow: string | Pick<Workflow, 'flowId'>,
  request: Request | string | Uint8Array,
  options: WebhookOptions = {},
): Promise<StartedRun> {
  const { argument = 'payload', args = {}, ...startOptions } = options
  const redact = (text: string) => redactFor(client, text)
  checkRequired('request', request, isWebhookRequest, redact)
  checkOptions({ argument, args }, { argument: isName, args: isObject }, redact)

  const flowId = typeof workflow === 'string' ? workflow : workflow.flowId
  if (Object.hasOwn(args, argument)) {
    throw new ConfigurationError(redact(`Cannot forward the webhook: args has a value for ${argument}; name another argument`))
  }

  // The body may arrive slowly, so the signal and the total timeout must limit its reading, too.
  const readArguments = async () => ({ ...args, [argument]: await readPayload(request) })
  return client.start({ flowId, args: createLazySchema(readArguments) }, {}, startOptions)
}

/**
 * Creates a schema with which `start` reads the arguments. `start` validates its arguments within its total timeout. This
 * schema ignores the arguments of the call, and returns those that the function reads.
 */
function createLazySchema(readArguments: () => Promise<Arguments>): StandardSchemaV1<object> {
  const validate = async () => ({ value: await readArguments() })
  return { '~standard': { version: 1, vendor: 'wfhost', validate } }
}

type WebhookRequest = Request | string | Uint8Array

const isWebhookRequest: Check = [
  'a Request, or its body as text or bytes',
  (value) => typeof value === 'string' || ArrayBuffer.isView(value) || Object(value).arrayBuffer,
]

/** Reads the body of a webhook request as text, and checks that it is JSON. */
async function readPayload(request: WebhookRequest): Promise<string> {
  const payload = await readText(request)
  try {
    JSON.parse(payload)
  } catch {
    throw new WebhookBodyError('Cannot forward the webhook: its body is not JSON')
  }
  return payload
}

/** Reads the body of a webhook request as text. */
async function readText(request: WebhookRequest): Promise<string> {
  // A byte order mark is not part of JSON. `TextDecoder` below removes it from bytes, too.
  if (typeof request === 'string') return request.replace(/^\ufeff/, '')

  const isBytes = ArrayBuffer.isView(request)
  if (!isBytes) refuseIfRead(request)

  try {
    const bytes = isBytes ? request : await request.arrayBuffer()
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new WebhookBodyError(`Cannot forward the webhook: its body cannot be read: ${describeValue(cause, withoutSecrets)}`, {
      cause,
    })
  }
}

/** Refuses a request whose body was read before, for example by a body parser of the web framework. */
function refuseIfRead({ bodyUsed }: Request): void {
  if (bodyUsed) throw new ConfigurationError('Cannot forward the webhook: its body has been read already')
}
