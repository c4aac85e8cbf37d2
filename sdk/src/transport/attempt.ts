import { excerpt } from '@wfhost/internal/redacted-text'
import type { Redactor } from '@wfhost/internal/redaction'
import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch'
import type { CallSecrets } from '../client/client-secrets.ts'
import { type AttemptInfo, notify } from '../client/observe.ts'
import { APIError } from '../errors/api-error.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { createResponseValidationError } from '../errors/response-validation-error.ts'
import { AttemptHeaders } from './attempt-headers.ts'
import type { Call, CallInit, Credentials } from './call.ts'
import { wasNotSent } from './evidence.ts'
import { type AttemptContext, Exchange, type Progress, type Received } from './exchange.ts'
import { createFailureError, createInterruptedCallError, createMiddlewareError } from './failure-error.ts'
import type { AttemptOutcome, ResponseHead } from './outcome.ts'
import { type Interruption, isInterruption, type Scope } from './scope.ts'
import { createStatusError, isRefusal } from './status-error.ts'

interface AttemptOptions {
  /** Counts from 1. */
  readonly number: number
  readonly init: CallInit
  readonly credentials: Credentials
  readonly scope: Scope
  readonly secrets: CallSecrets
}

/**
 * Makes one attempt at a call.
 *
 * @throws Interruption if the call ends before the request is sent. The error of a hook of the caller that throws.
 */
export async function makeAttempt(call: Call, options: AttemptOptions): Promise<AttemptOutcome> {
  const { credentials, init, number, scope, secrets } = options
  const { clock, fetch, hooks, transport } = call.settings

  // Without this check, a runtime without fetch would look like a broken connection.
  if (!globalThis.Request || !(transport ?? fetch ?? globalThis.fetch)) {
    throw new ConfigurationError('Cannot send: there is no global fetch or Request')
  }

  const headers = new AttemptHeaders(call, init)
  const info = describeAttempt(call, { init, number, headers, secrets })
  if (hooks.some(({ onRequest }) => onRequest !== undefined)) {
    await scope.during(async () => {
      for (const { onRequest } of hooks) await onRequest?.(info)
    })
  }

  const attempt: AttemptContext = { call, init, info, headers, credentials, scope, secrets }
  const exchange = new Exchange(attempt)
  const startedAt = clock.now()
  try {
    const received = await exchange.run()
    reportResponse(attempt, received.head, startedAt)
    return judgeResponse(attempt, received)
  } catch (thrown) {
    const { progress } = exchange
    if (progress.kind === 'preparing') {
      if (isInterruption(thrown)) return judgeInterruption(attempt, thrown, { isNotSent: true })
      throw thrown
    }
    return judgeFailure(attempt, thrown, { progress, startedAt })
  }
}

interface DescribeOptions {
  readonly init: CallInit
  readonly number: number
  readonly headers: AttemptHeaders
  readonly secrets: CallSecrets
}

/** Describes an attempt for hooks. Most hooks read little of it, so the parts that cost time are made on access. */
function describeAttempt(call: Call, { headers, init, number, secrets }: DescribeOptions): AttemptInfo {
  const { method, operation, path, settings } = call
  const { params = {}, querySerializer } = init

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
      const url = createFinalURL(path, {
        baseUrl: settings.address,
        params,
        querySerializer: typeof querySerializer === 'function' ? querySerializer : createQuerySerializer(querySerializer),
        pathSerializer: init.pathSerializer ?? defaultPathSerializer,
      })
      return secrets.redactor.text(url)
    },
  }
}

function reportResponse({ call, info, secrets }: AttemptContext, { headers, status }: ResponseHead, startedAt: number): void {
  const { clock, hooks } = call.settings
  if (hooks.length === 0) return

  const response = {
    status,
    // Made on access: most hooks never read the headers.
    get headers() {
      return secrets.redactor.headers(headers)
    },
    durationMs: Math.round(clock.now() - startedAt),
  }
  notify(hooks, (hook) => hook.onResponse?.(info, response))
}

/** Decides what a response means. */
function judgeResponse(attempt: AttemptContext, received: Received): AttemptOutcome {
  const { call, info, secrets } = attempt
  const { redactor } = secrets
  const { head, response } = received

  if (received.kind === 'error') {
    const { body } = received
    if (call.isAccepted?.(head.status, body)) return { kind: 'responded', info, callResponse: { response, body, redactor } }
    return judgeErrorStatus(attempt, head, body)
  }

  switch (received.body.kind) {
    case 'tooLarge':
      return { kind: 'unknown', info, error: createTooLargeError(call, head, redactor), isTransient: false, head }
    case 'notUtf8':
      return notJson(attempt, received, 'bytes that are not UTF-8')
    case 'text': {
      const { text } = received.body
      const parsed = parseJson(text)
      if (parsed.isJson) return { kind: 'responded', info, callResponse: { response, body: parsed.value, redactor } }
      if (call.anyBody) return { kind: 'responded', info, callResponse: { response, body: text, redactor } }
      return notJson(attempt, received, text)
    }
  }
}

/** Decides what a status other than a success means. */
function judgeErrorStatus({ call, info, secrets }: AttemptContext, head: ResponseHead, body: unknown): AttemptOutcome {
  const error = createStatusError(call, { head, body, redactor: secrets.redactor })
  if (isRefusal(head.status)) return { kind: 'refused', info, error, isTransient: head.status === 429, head }

  return { kind: 'unknown', info, error, isTransient: head.status === 408 || head.status >= 500, head }
}

function createTooLargeError(call: Call, { headers, status }: ResponseHead, redactor: Redactor): APIError {
  const limit = call.settings.maxResponseBytes
  const message = `Cannot ${call.action}: the response is larger than ${limit} bytes. Raise maxResponseBytes to read it`
  return new APIError(redactor.text(message), { status, headers: redactor.headers(headers), mayHaveRun: call.once })
}

/** How much of a body that is not JSON goes into a message, in characters. */
const LONGEST_FOUND = 100

/** How much of a body that is not JSON an error keeps, in characters. */
const LONGEST_KEPT = 1_000_000

/** A successful status with a body that is not JSON. */
function notJson({ call, info, secrets }: AttemptContext, { head, response }: Received, text: string): AttemptOutcome {
  const { redactor } = secrets
  const redacted = redactor.text(text)
  const found = excerpt(redactor.text(redacted.trim().replace(/\s+/g, ' ')), LONGEST_FOUND) || 'nothing'
  const type = head.headers.get('content-type') ?? 'no content type'
  const problem = { path: '', message: `expected JSON, found ${found} (${head.status}, ${type})` }
  const callResponse = { response, body: excerpt(redacted, LONGEST_KEPT), redactor }

  return {
    kind: 'unknown',
    info,
    error: createResponseValidationError(call, callResponse, { problems: [problem] }),
    isTransient: false,
    head,
  }
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
  readonly progress: Exclude<Progress, { readonly kind: 'preparing' }>
  /** By the clock of the client. */
  readonly startedAt: number
}

/**
 * Decides the outcome of an attempt that ended with an error. `progress` says how far the attempt had come: sending the
 * request, handling the head of the response in middleware, or reading the body.
 */
function judgeFailure(attempt: AttemptContext, thrown: unknown, { progress, startedAt }: FailedExchange): AttemptOutcome {
  const { call, info, secrets } = attempt

  if (progress.kind !== 'sending' && isErrorStatus(progress.head.status) && isOutOfTime(thrown)) {
    // The head of the response has a status, which decides even if the body never ends.
    reportResponse(attempt, progress.head, startedAt)
    return judgeErrorStatus(attempt, progress.head, '')
  }

  // The caller, a timeout and a middleware are known causes. All other errors come from the transport.
  const isNotSent = progress.kind === 'sending' && wasNotSent(thrown, progress.evidence)
  if (isInterruption(thrown)) return judgeInterruption(attempt, thrown, { isNotSent })
  if (progress.kind === 'handling') return judgeMiddlewareFailure(attempt, thrown, progress.head)
  if (progress.kind === 'sending' && progress.evidence?.isRepeated) return judgeRepetition(attempt, thrown)

  const elapsed = call.settings.clock.now() - startedAt
  const { error, isTransient } = createFailureError(call, { thrown, isNotSent, elapsed, redactor: secrets.redactor })
  return reportFailure(attempt, { kind: isNotSent ? 'notSent' : 'unknown', info, error, isTransient })
}

function isErrorStatus(status: number): boolean {
  return status < 200 || status > 299
}

function isOutOfTime(thrown: unknown): boolean {
  return isInterruption(thrown) && thrown.kind !== 'abort'
}

function judgeInterruption(attempt: AttemptContext, thrown: Interruption, { isNotSent }: NotSent): AttemptOutcome {
  const { call, info, secrets } = attempt
  const error = createInterruptedCallError(call, thrown, { isNotSent, redactor: secrets.redactor })
  const isTransient = thrown.kind === 'timeout'
  return reportFailure(attempt, { kind: isNotSent ? 'notSent' : 'unknown', info, error, isTransient })
}

interface NotSent {
  readonly isNotSent: boolean
}

/** A middleware threw after the response had arrived. */
function judgeMiddlewareFailure(attempt: AttemptContext, thrown: unknown, head: ResponseHead): AttemptOutcome {
  const { call, info, secrets } = attempt
  const didNothing = isRefusal(head.status)
  const details = { status: head.status, mayHaveRun: call.once && !didNothing, redactor: secrets.redactor }
  const error = createMiddlewareError(call, thrown, details)
  return reportFailure(attempt, { kind: didNothing ? 'refused' : 'unknown', info, error, isTransient: false, head })
}

/** Node's fetch automatically repeats a request after a 421. The second request was stopped, but the first one was sent. */
function judgeRepetition(attempt: AttemptContext, thrown: unknown): AttemptOutcome {
  const { call, info, secrets } = attempt
  const { redactor } = secrets
  const details = { status: 421, mayHaveRun: call.once, cause: redactor.value(thrown) }
  const error = new APIError(redactor.text(`Cannot ${call.action}: the service responded with 421`), details)
  return reportFailure(attempt, { kind: 'unknown', info, error, isTransient: false })
}

type FailedOutcome = Exclude<AttemptOutcome, { readonly kind: 'responded' }>

function reportFailure({ call, info }: AttemptContext, outcome: FailedOutcome): FailedOutcome {
  notify(call.settings.hooks, (hook) => hook.onError?.(info, outcome.error))
  return outcome
}
