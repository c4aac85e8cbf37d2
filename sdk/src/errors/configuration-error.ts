import { describeValue } from '@wfhost/wire/messages'

/** Key of the class name that every error class of this package carries. Registered, so that all copies share it. */
export const BRAND: unique symbol = Symbol.for('@wfhost/sdk.error') as never

/** The class name of an error of this package. */
export function brandOf(value: object): string {
  return Object(value.constructor)[BRAND]
}

/**
 * The `Symbol.hasInstance` of every error class: tells whether a value was made by a class of the same brand, in this
 * copy of the package or in another one (ESM beside CJS, two installed versions). A subclass without a brand of its own
 * is compared by its prototype.
 */
export function isBranded(this: { readonly [BRAND]: string }, value: unknown): boolean {
  if (!Object.hasOwn(this, BRAND)) return Function.prototype[Symbol.hasInstance].call(this, value)
  for (let link = Object(value); link; link = Object.getPrototypeOf(link)) {
    if (brandOf(link) === this[BRAND]) return true
  }
  return false
}

/**
 * An invalid option or argument, such as an argument of an unsupported type (RUN-ARG-VALUE), or a function for the key
 * or a schema for the arguments that throws (the `cause`). It is a mistake in the call, so it is not an APIError. Nothing
 * ran.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { ConfigurationError, createWorkflowClient } from '@wfhost/sdk'
 *
 * assert.throws(() => createWorkflowClient({ baseUrl: 'localhost:4010', apiKey: 'key' }), ConfigurationError)
 *
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'key' })
 * await assert.rejects(client.run('echo', { number: NaN }), ConfigurationError)
 * ```
 */
export class ConfigurationError extends TypeError {
  /** @internal */
  static readonly [BRAND]: string = 'ConfigurationError'
  /** @internal */
  static override readonly [Symbol.hasInstance] = isBranded
  /** The same for all errors of this class. */
  readonly code: 'configuration' | 'webhook_body' = 'configuration'
  /** Like that of an APIError. */
  readonly mayHaveRun = false

  /** The name of the class. */
  override get name(): string {
    return brandOf(this)
  }
}

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

/** Wraps what a function of the caller threw in a ConfigurationError, unless it is one. */
export function toMistake(thrown: unknown, toMessage: (said: string) => string): ConfigurationError {
  return thrown instanceof ConfigurationError
    ? thrown
    : new ConfigurationError(toMessage(describeValue(thrown)), { cause: thrown })
}
