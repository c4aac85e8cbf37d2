import { excerpt, type RedactedText } from '@wfhost/internal/redacted-text'
import type { Redactor } from '@wfhost/internal/redaction'
import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch'
import type { CallSecrets } from '../client/client-secrets.ts'
import { type AttemptInfo, notify } from '../client/observe.ts'
import { APIError } from '../errors/api-error.ts'
import { ConfigurationError, toConfigurationError } from '../errors/configuration-error.ts'
import { createResponseValidationError } from '../errors/response-validation-error.ts'
import type { Problem } from '../responses/problems.ts'
import { AttemptHeaders } from './attempt-headers.ts'
import type { Call, CallInit } from './call.ts'
import { wasNotSent } from './evidence.ts'
import { type AttemptContext, Exchange, type Progress, type Received } from './exchange.ts'
import { createFailureError, createInterruptedCallError, createMiddlewareError } from './failure-error.ts'
import type { AttemptOutcome, FailedOutcome, ResponseHead } from './outcome.ts'
import { type Interruption, isInterruption } from './scope.ts'
import { createStatusError, isRefusal } from './status-error.ts'

type AttemptOptions = Omit<AttemptContext, 'call' | 'headers'>

/** One attempt at a call: one request, and what its end means. A call can need several attempts. */
export class Attempt {
  readonly #call: Call
  readonly #context: AttemptContext
  readonly #secrets: CallSecrets
  #info: AttemptInfo | undefined

  constructor(call: Call, options: AttemptOptions) {
    this.#call = call
    this.#secrets = options.secrets
    this.#context = { ...options, call, headers: new AttemptHeaders(call, options.init) }
  }

  /** Describes the attempt for hooks. It is created when a hook needs it. */
  get info(): AttemptInfo {
    this.#info ??= createAttemptInfo(this.#context)
    return this.#info
  }

  /**
   * Sends the request once and reads the response. The outcome says whether the service acted on the request, and whether
   * another attempt can end differently. The caller uses it to decide whether to retry.
   *
   * @throws Interruption if the call ends while `onRequest` hooks run, and any error that such a hook or the preparation of
   *   the request throws.
   */
  async send(): Promise<AttemptOutcome> {
    const { clock } = this.#call.settings
    requireFetch(this.#call.settings)
    await this.#callRequestHooks()

    const exchange = new Exchange(this.#context)
    const startedAt = clock.now()
    try {
      // `run` gets a function, so that the description is created only if a hook needs it.
      const received = await exchange.run(() => this.info)
      this.#reportResponse(received.head, startedAt)
      return this.#judgeResponse(received)
    } catch (thrown) {
      return this.#judgeFailure(thrown, { progress: exchange.progress, startedAt })
    }
  }

  /** Calls the `onRequest` hooks one after the other, and waits for each. */
  #callRequestHooks(): Promise<void> | undefined {
    const { action, settings } = this.#call
    const { hooks } = settings
    if (hooks.length === 0) return undefined

    return this.#context.scope.during(async () => {
      try {
        for (const { onRequest } of hooks) await onRequest?.(this.info)
      } catch (thrown) {
        // The error of another call of this package needs no explanation.
        if (thrown instanceof APIError) throw thrown
        throw toConfigurationError(thrown, this.#secrets.redactor, (message) => `Cannot ${action}: a hook failed: ${message}`)
      }
    })
  }

  /** Calls the `onResponse` hooks. */
  #reportResponse({ headers, status }: ResponseHead, startedAt: number): void {
    const { clock, hooks } = this.#call.settings
    if (hooks.length === 0) return

    const secrets = this.#secrets
    const response = {
      status,
      // Made on access: most hooks never read the headers.
      get headers() {
        return secrets.redactor.headers(headers)
      },
      durationMs: Math.round(clock.now() - startedAt),
    }
    notify(hooks, (hook) => hook.onResponse?.(this.info, response))
  }

  /** Decides what a response means. */
  #judgeResponse(received: Received): AttemptOutcome {
    const call = this.#call
    const { redactor } = this.#secrets
    const { head, response } = received

    if (received.kind === 'error') {
      const { body } = received
      if (call.isResult?.(head.status, body)) return { kind: 'responded', callResponse: { response, body, redactor } }
      return this.#judgeErrorStatus(head, body)
    }

    switch (received.body.kind) {
      case 'tooLarge':
        return { kind: 'unknown', error: createTooLargeError(call, head, redactor), isTransient: false, head }
      case 'notUtf8':
        return this.#judgeOtherBody(received, 'bytes that are not UTF-8')
      case 'text': {
        const { text } = received.body
        const parsed = parseJson(text)
        if (parsed.isJson) return { kind: 'responded', callResponse: { response, body: parsed.value, redactor } }
        if (call.anyText) return { kind: 'responded', callResponse: { response, body: text, redactor } }
        return this.#judgeOtherBody(received, text)
      }
    }
  }

  /** Decides what a status other than a success means. */
  #judgeErrorStatus(head: ResponseHead, body: unknown): AttemptOutcome {
    const { status } = head
    const error = createStatusError(this.#call, { head, body, redactor: this.#secrets.redactor })
    if (isRefusal(status)) return { kind: 'refused', error, isTransient: status === 429, head }

    return { kind: 'unknown', error, isTransient: status === 408 || status >= 500, head }
  }

  /** Decides about a successful status with a body that is not JSON, such as the login page of a proxy. */
  #judgeOtherBody({ head, response }: Received, text: string): AttemptOutcome {
    const { redactor } = this.#secrets
    const body = redactor.text(text)
    const problem = describeOtherBody(body, { head, redactor })
    const callResponse = { response, body: excerpt(body, LONGEST_KEPT), redactor }
    const error = createResponseValidationError(this.#call, callResponse, { problems: [problem] })
    return { kind: 'unknown', error, isTransient: false, head }
  }

  /**
   * Decides the outcome of an attempt that ended with an error. `progress` says how far the attempt had come: preparing or
   * sending the request, handling the head of the response in middleware, or reading the body.
   */
  #judgeFailure(thrown: unknown, { progress, startedAt }: FailedExchange): AttemptOutcome {
    const call = this.#call

    if (progress.kind === 'preparing') {
      if (isInterruption(thrown)) return this.#judgeInterruption(thrown, { isNotSent: true })
      // Nothing was sent. The error is a mistake of the caller, such as a body that cannot be serialized.
      throw thrown
    }

    if (progress.kind !== 'sending' && isErrorStatus(progress.head.status) && isOutOfTime(thrown)) {
      // The head of the response has a status, which decides even if the body never ends.
      this.#reportResponse(progress.head, startedAt)
      return this.#judgeErrorStatus(progress.head, '')
    }

    // The caller, a timeout and a middleware are known causes. All other errors come from the transport.
    const isNotSent = progress.kind === 'sending' && wasNotSent(thrown, progress.evidence)
    if (isInterruption(thrown)) return this.#judgeInterruption(thrown, { isNotSent })
    if (progress.kind === 'handling') return this.#judgeMiddlewareFailure(thrown, progress.head)
    if (progress.kind === 'sending' && progress.evidence?.isRepeated) return this.#judgeRepetition(thrown)

    const elapsed = call.settings.clock.now() - startedAt
    const { redactor } = this.#secrets
    const { error, isTransient } = createFailureError(call, { thrown, isNotSent, elapsed, redactor })
    return this.#reportFailure({ kind: isNotSent ? 'notSent' : 'unknown', error, isTransient })
  }

  #judgeInterruption(thrown: Interruption, { isNotSent }: { readonly isNotSent: boolean }): AttemptOutcome {
    const error = createInterruptedCallError(this.#call, thrown, { isNotSent, redactor: this.#secrets.redactor })
    return this.#reportFailure({ kind: isNotSent ? 'notSent' : 'unknown', error, isTransient: thrown.kind === 'timeout' })
  }

  /** Decides about a middleware that threw after the response had arrived: the status says whether the service acted. */
  #judgeMiddlewareFailure(thrown: unknown, head: ResponseHead): AttemptOutcome {
    const call = this.#call
    const didNothing = isRefusal(head.status)
    const details = { status: head.status, mayHaveRun: call.hasEffect && !didNothing, redactor: this.#secrets.redactor }
    const error = createMiddlewareError(call, thrown, details)
    return this.#reportFailure({ kind: didNothing ? 'refused' : 'unknown', error, isTransient: false, head })
  }

  /**
   * Decides about a response with the status 421. Node's fetch then repeats the request automatically. The client has stopped
   * the second request, and so fetch failed, but the first one was sent.
   */
  #judgeRepetition(thrown: unknown): AttemptOutcome {
    const { action, hasEffect } = this.#call
    const { redactor } = this.#secrets
    const details = { status: 421, mayHaveRun: hasEffect, cause: redactor.value(thrown) }
    const error = new APIError(redactor.text(`Cannot ${action}: the service responded with 421`), details)
    return this.#reportFailure({ kind: 'unknown', error, isTransient: false })
  }

  #reportFailure(outcome: FailedOutcome): FailedOutcome {
    notify(this.#call.settings.hooks, (hook) => hook.onError?.(this.info, outcome.error))
    return outcome
  }
}

/** Throws in a runtime without fetch, which would otherwise look like a broken connection. */
function requireFetch({ fetch, transport }: Call['settings']): void {
  const canSend = transport !== undefined || fetch !== undefined || globalThis.fetch !== undefined
  if (!canSend || globalThis.Request === undefined) {
    throw new ConfigurationError('Cannot send: there is no global fetch or Request')
  }
}

/**
 * Describes an attempt for hooks. Most hooks read little of it, so the parts that cost time are created on access, by getters.
 * Call this function only if there is a hook: the getters of its result keep `call` in memory until a full garbage collection.
 * `garbage.slow.test.ts` checks that a call without hooks leaves nothing of this kind behind.
 */
function createAttemptInfo({ call, headers, init, number, secrets }: AttemptContext): AttemptInfo {
  const { method, operation, path } = call
  const { params = {} } = init

  // The texts of the caller can contain a key, so they are redacted. `path` is a template without the values of its parameters.
  return {
    operation,
    number,
    method,
    path,
    get headers() {
      return headers.forHooks
    },
    get action() {
      return secrets.redactor.text(call.action)
    },
    get params() {
      return secrets.redactor.value(params.path ?? {}) as AttemptInfo['params']
    },
    get url() {
      return secrets.redactor.text(createUrl(call, init))
    },
  }
}

/** Creates the URL that openapi-fetch requests. */
function createUrl({ path, settings }: Call, { params = {}, pathSerializer, querySerializer }: CallInit): string {
  return createFinalURL(path, {
    baseUrl: settings.address,
    params,
    querySerializer: typeof querySerializer === 'function' ? querySerializer : createQuerySerializer(querySerializer),
    pathSerializer: pathSerializer ?? defaultPathSerializer,
  })
}

function createTooLargeError(call: Call, { headers, status }: ResponseHead, redactor: Redactor): APIError {
  const limit = call.settings.maxResponseBytes
  const message = `Cannot ${call.action}: the response is larger than ${limit} bytes. Raise maxResponseBytes to read it`
  return new APIError(redactor.text(message), { status, headers: redactor.headers(headers), mayHaveRun: call.hasEffect })
}

/** How much of a body that is not JSON goes into a message, in characters. */
const LONGEST_FOUND = 100

/** How much of a body that is not JSON an error keeps, in characters. */
const LONGEST_KEPT = 1_000_000

interface OtherBody {
  readonly head: ResponseHead
  readonly redactor: Redactor
}

/** Describes a body that is not JSON, on one line. A key that was on several lines is redacted there, too. */
function describeOtherBody(body: RedactedText, { head, redactor }: OtherBody): Problem {
  const line = redactor.text(body.trim().replace(/\s+/g, ' '))
  const found = excerpt(line, LONGEST_FOUND) || 'nothing'
  const type = head.headers.get('content-type') ?? 'no content type'
  return { path: '', message: `expected JSON, found ${found} (${head.status}, ${type})` }
}

/** Parses JSON. */
function parseJson(text: string): { readonly isJson: true; readonly value: unknown } | { readonly isJson: false } {
  try {
    return { isJson: true, value: JSON.parse(text) }
  } catch {
    return { isJson: false }
  }
}

interface FailedExchange {
  readonly progress: Progress
  /** By the clock of the client. */
  readonly startedAt: number
}

function isErrorStatus(status: number): boolean {
  return status < 200 || status > 299
}

function isOutOfTime(thrown: unknown): boolean {
  return isInterruption(thrown) && thrown.kind !== 'abort'
}
