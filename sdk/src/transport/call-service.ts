import { describeValue, type RedactedText } from '@wfhost/internal/redacted-text'
import type * as z from 'zod/v4/core'
import { CallSecrets } from '../client/client-secrets.ts'
import { type AttemptInfo, notify } from '../client/observe.ts'
import { APIError } from '../errors/api-error.ts'
import { toConfigurationError } from '../errors/configuration-error.ts'
import { createResponseValidationError } from '../errors/response-validation-error.ts'
import { findProblems, type Problem } from '../responses/problems.ts'
import { Attempt } from './attempt.ts'
import type { Call, CallResponse, Credentials } from './call.ts'
import { createInterruptedCallError } from './failure-error.ts'
import { closeGate, passGate } from './key-gate.ts'
import { type AttemptOutcome, mayHaveActed } from './outcome.ts'
import { planRetry } from './retry.ts'
import { type Interruption, isInterruption, Scope } from './scope.ts'

/**
 * Sends a call, repeats it where that is safe, and resolves with the result of `read` for the response.
 *
 * @throws APIError that says whether the call may have acted. Before anything was sent, a function of the caller that throws
 *   leads to a ConfigurationError.
 */
export async function callService<Result>(call: Call, read: ReadResponse<Result>): Promise<Result> {
  const service = new ServiceCall(call)
  try {
    const callResponse = await service.send()
    return await service.read(callResponse, read)
  } catch (thrown) {
    if (thrown instanceof APIError) call.settings.log('info', service.redact(thrown.message))
    throw thrown
  } finally {
    service.close()
  }
}

/** Makes the result of a call from its response. */
type ReadResponse<Result> = (callResponse: CallResponse) => Result | Promise<Result>

/** One call of a method of the client, with all its attempts. */
class ServiceCall {
  readonly #call: Call
  readonly #scope: Scope
  readonly #secrets: CallSecrets
  /** Whether an attempt may have acted. Then the call may have, however clearly a later attempt is refused. */
  #mayHaveActed = false

  constructor(call: Call) {
    const { settings } = call
    this.#call = call
    this.#scope = new Scope({ ...settings, listeners: settings.shared.abortListeners })
    this.#secrets = new CallSecrets(settings.secrets, settings.shared.recentKeys)
  }

  close(): void {
    this.#scope.close()
  }

  /** Removes the secrets of the call from a text. */
  redact(text: string): RedactedText {
    return this.#secrets.redactor.text(text)
  }

  /** Sends the request until the service accepts it, or until another attempt is not allowed or would be useless. */
  async send(): Promise<CallResponse> {
    try {
      const outcome = await this.#sendUntilSettled()
      if (outcome.kind === 'responded') return outcome.callResponse
      throw this.#withRunState(outcome.error)
    } catch (thrown) {
      throw this.#toCallError(thrown)
    }
  }

  /** Reads the response with a function that can run code of the caller, such as the schema of a result. */
  async read<Result>(callResponse: CallResponse, read: ReadResponse<Result>): Promise<Result> {
    const call = this.#call
    try {
      return await this.#scope.perform(() => read(callResponse))
    } catch (thrown) {
      if (isInterruption(thrown)) throw this.#createInterruptedError(thrown)
      if (thrown instanceof RejectedResponse) throw thrown.error

      // A function of the caller threw. An APIError then comes from another call, which that function made.
      const problem = { path: '', message: describeValue(thrown, callResponse.redactor.text) }
      throw createResponseValidationError(call, callResponse, { problems: [problem], cause: thrown })
    }
  }

  /** Makes attempts until one has a result, or until no other attempt may follow. Returns the outcome of the last one. */
  async #sendUntilSettled(): Promise<AttemptOutcome> {
    const call = this.#call
    const scope = this.#scope
    const init = await scope.perform(() => call.prepare((text) => this.redact(text)))
    let credentials = await this.#authorize()
    let hasRenewedKey = false
    let retries = 0
    let ownRetryAt = 0

    for (let number = 1; ; number += 1) {
      const gateError = await passGate(call, credentials.value, { ownRetryAt, scope })
      if (gateError !== undefined) throw this.#withRunState(gateError)

      const attempt = new Attempt(call, { number, init, credentials, scope, secrets: this.#secrets })
      const outcome = await attempt.send()
      if (call.hasEffect && mayHaveActed(outcome)) this.#mayHaveActed = true
      if (outcome.kind === 'responded') return outcome

      // A regenerated key is invalid immediately (KEY-REGENERATED), so the caller may have a new one.
      if (outcome.error.status === 401 && !hasRenewedKey) {
        hasRenewedKey = true
        const refusedKey = credentials.value
        credentials = await this.#authorize()
        if (credentials.value !== refusedKey) continue
      }

      const retryAt = planRetry(call, outcome, { scope, retries })
      if (retryAt === undefined) return outcome

      this.#reportRetry(attempt.info, { error: this.#withRunState(outcome.error), retryAt })
      if (outcome.error.status === 429) closeGate(call, credentials.value, retryAt)
      else await scope.sleepUntil(retryAt)
      ownRetryAt = retryAt
      retries += 1
    }
  }

  /** Gets the key from the caller, whose function can be slow or can throw. */
  async #authorize(): Promise<Credentials> {
    const call = this.#call
    try {
      const credentials = await this.#scope.perform(call.credentials)
      this.#secrets.add(credentials.secrets)
      return credentials
    } catch (thrown) {
      if (isInterruption(thrown)) throw thrown
      const { redactor } = this.#secrets
      throw toConfigurationError(thrown, redactor, (message) => `Cannot ${call.action}: apiKey failed: ${message}`)
    }
  }

  #reportRetry(info: AttemptInfo, { error, retryAt }: { readonly error: APIError; readonly retryAt: number }): void {
    const { clock, hooks } = this.#call.settings
    const delayMs = Math.ceil(Math.max(0, retryAt - clock.now()))
    notify(hooks, (hook) => hook.onRetry?.(info, { error, delayMs }))
  }

  /** Sets `mayHaveRun` of an error for the whole call. The error itself is about a single attempt. */
  #withRunState(error: APIError): APIError {
    return Object.assign(error, { mayHaveRun: this.#mayHaveActed })
  }

  /**
   * Converts what ended the attempts to the error with which the call rejects. A function of the caller can have thrown it, such
   * as a hook or a schema. Before anything was sent, that is a ConfigurationError.
   */
  #toCallError(thrown: unknown): Error {
    if (isInterruption(thrown)) return this.#createInterruptedError(thrown)
    // An APIError that a hook lets through can come from another call, and be wrong about this one.
    if (thrown instanceof APIError && thrown.mayHaveRun === this.#mayHaveActed) return thrown

    const { redactor } = this.#secrets
    const mistake = toConfigurationError(thrown, redactor, (message) => `Cannot ${this.#call.action}: ${message}`)
    if (!this.#mayHaveActed) return mistake
    return new APIError(mistake.message, { mayHaveRun: true, cause: mistake.cause ?? mistake })
  }

  #createInterruptedError(thrown: Interruption): APIError {
    const { redactor } = this.#secrets
    return createInterruptedCallError(this.#call, thrown, { isNotSent: !this.#mayHaveActed, redactor })
  }
}

/** Thrown if a response is not as documented. It never leaves the package: the caller gets the error in it. */
class RejectedResponse {
  declare readonly error: APIError

  constructor(error: APIError) {
    this.error = error
  }
}

/** Checks the body of a response, and returns it as received, with unknown fields. */
export function checkBody<Body>(call: Call, callResponse: CallResponse, schema: z.$ZodType): Body {
  if (call.settings.validation === 'off') return callResponse.body as Body

  const problems = findProblems(schema, callResponse.body, callResponse.redactor.text)
  if (problems.length > 0) reportProblems(call, callResponse, problems)
  return callResponse.body as Body
}

/** Throws for a response that is not as documented, or logs the problems, depending on `validation`. */
export function reportProblems(call: Call, callResponse: CallResponse, problems: readonly Problem[]): void {
  const error = createResponseValidationError(call, callResponse, { problems })
  if (call.settings.validation === 'error') throw new RejectedResponse(error)

  call.settings.log('warn', callResponse.redactor.text(error.message))
}
