import { describeValue, type RedactedText } from '@wfhost/internal/redacted-text'
import type { Redactor } from '@wfhost/internal/redaction'
import { BRAND, brandOf, docsOf, isBranded } from './error-brand.ts'

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
  /** The page about this class of errors. */
  readonly docs: string = docsOf(this)
  /** Like that of an APIError. */
  readonly mayHaveRun = false

  /** The name of the class. */
  override get name(): string {
    return brandOf(this)
  }

  /** Returns the members that `JSON.stringify` prints, for example in a structured log. */
  toJSON(): object {
    const { code, docs, mayHaveRun, message, name } = this
    return { name, message, code, mayHaveRun, docs }
  }
}

/**
 * Converts an error that a function of the caller threw, such as the one for the key. A ConfigurationError is returned unchanged,
 * except for secrets.
 */
export function toConfigurationError(
  thrown: unknown,
  redactor: Redactor,
  toMessage: (message: RedactedText) => string,
): ConfigurationError {
  const cause = redactor.value(thrown)
  if (cause instanceof ConfigurationError) return cause

  const message = toMessage(describeValue(cause, redactor.text))
  return new ConfigurationError(redactor.text(message), { cause })
}
