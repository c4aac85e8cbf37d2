import { describeValue, excerpt } from '@wfhost/wire/messages'
import type { Redactor } from '@wfhost/wire/redaction'
import { createFinalURL, createQuerySerializer, defaultPathSerializer, type Middleware, mergeHeaders } from 'openapi-fetch'
import { type AttemptInfo, notify, startWithin } from '../client/observe.ts'
import { APIError } from '../errors/api-error.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { createContractError } from '../errors/contract-error.ts'
import type { Answer, Call, CallInit, Credentials } from './call.ts'
import { createFailureError, createStatusError, type Sending } from './failure.ts'
import { planRetry, REFUSALS, retryTime, type Spent } from './retry.ts'
import { dateOf, Interruption } from './scope.ts'
import { isPage, PlainRequest, send } from './send.ts'

/** The outcome of one attempt: the answer, or the error and, if another attempt may follow, its time. */
export type Outcome = { readonly info: AttemptInfo } & (
  | { readonly answer: Answer }
  | { readonly error: APIError; readonly retryAt?: number | undefined }
)

interface Attempt extends Spent {
  readonly number: number
  readonly credentials: Credentials
  readonly redactor: Redactor
}

interface Received {
  readonly response: Response
  readonly text?: string | undefined
  /** The time for another attempt; the body is then not read. */
  readonly retryAt?: number | undefined
}

/** Makes one attempt and classifies its outcome. */
export async function makeAttempt(call: Call, init: CallInit, attempt: Attempt): Promise<Outcome> {
  const { redactor, scope } = attempt
  const { hooks, clock } = call.settings
  // It would look like a broken connection.
  if (!globalThis.Request || !(call.settings.fetch ?? globalThis.fetch)) {
    throw new ConfigurationError('Cannot send: there is no global fetch or Request')
  }
  const info = describeAttempt(call, init, attempt.number)
  await scope.during(async () => {
    for (const { onRequest } of hooks) await onRequest?.(info)
  })
  const sentAt = clock.now()
  const state: Sending = {}
  try {
    const { response, retryAt, text } = await exchange(call, init, { ...attempt, info, state })
    const shown = {
      status: response.status,
      // Computed on access: most hooks never read them.
      get headers() {
        return redactor.headers(response.headers)
      },
      durationMs: Math.round(clock.now() - sentAt),
    }
    notify(hooks, (each) => each.onResponse?.(info, shown))
    const parsed = parseBody(text)
    if ((parsed.json || call.anyBody) && (response.ok || call.isAnswer?.(parsed.value))) {
      return { info, answer: { response, body: parsed.value, redactor } }
    }
    // Nobody reads more of an error, and keys are looked for in all of it.
    const shortened = text?.slice(0, LONGEST_SHOWN)
    const answer = { response, body: shortened === text ? parsed.value : shortened, redactor }
    if (!response.ok) return { info, error: createStatusError(call, answer, state.receivedAt ?? dateOf(clock)), retryAt }
    const found = excerpt(redactor.text(shortened?.trim() ?? '').replace(/\s+/g, ' '), 100) || 'nothing'
    const type = response.headers.get('content-type') ?? 'untyped'
    const problems = [{ place: '', message: `expected JSON, found ${found} (${response.status}, ${type})` }]
    return { info, error: createContractError(call, answer, { problems }) }
  } catch (thrown) {
    // A middleware did it, or a header that cannot be: the request was never handed to fetch.
    if (!state.request && !(thrown instanceof Interruption)) throw thrown
    const elapsed = clock.now() - sentAt
    const { status } = state.response ?? {}
    if (status && !state.reading && !(thrown instanceof Interruption)) {
      const message = redactor.text(`Cannot ${call.action}: a middleware failed: ${describeValue(thrown)}`)
      const mayHaveRun = call.once && !REFUSALS.includes(status)
      return { info, error: new APIError(message, { status, mayHaveRun, cause: redactor.value(thrown) }) }
    }
    const { error, repeatable } = createFailureError(call, {
      error: thrown,
      sent: state.request !== undefined,
      state,
      redactor,
      elapsed,
    })
    notify(hooks, (each) => each.onError?.(info, error))
    const safe = !error.mayHaveRun || call.settings.retryUnknown
    return { info, error, retryAt: repeatable && safe ? retryTime(call, attempt) : undefined }
  }
}

/** An attempt, as hooks see it: with all headers but the key. */
function describeAttempt({ action, operation, method, path, settings }: Call, init: CallInit, number: number): AttemptInfo {
  const { params = {}, querySerializer } = init
  const own = new Headers(userAgent())
  for (const [name, value] of settings.headers) own.set(name, value)
  return {
    ...{ action, operation, number, method, path, params: params.path ?? {} },
    headers: init.headers ? mergeHeaders(own, init.headers) : own,
    // Made on access: most hooks never read it.
    get url() {
      return createFinalURL(path, {
        baseUrl: settings.address,
        params,
        querySerializer: typeof querySerializer === 'function' ? querySerializer : createQuerySerializer(querySerializer),
        pathSerializer: init.pathSerializer ?? defaultPathSerializer,
      })
    },
  }
}

interface Exchange extends Attempt {
  readonly info: AttemptInfo
  readonly state: Sending
}

type AnyRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ readonly response: Response; readonly error?: unknown }>

/** Sends a request once and reads the response, within the timeout of an attempt. Rejects with what fetch threw. */
async function exchange(call: Call, init: CallInit, { credentials, info, state, ...spent }: Exchange): Promise<Received> {
  const { settings } = call
  const { scope } = spent
  const headers = new Headers(info.headers)
  headers.set(credentials.header, credentials.value)
  const controller = new AbortController()
  let retryAt: number | undefined

  // Of all operations alike: what each takes was checked where the call was made.
  const request = settings.shared.api.request as unknown as AnyRequest
  // The first of the middlewares hears of a response last. It leaves openapi-fetch nothing to read: as a stream, a success is not.
  const keep: Middleware = {
    onResponse: ({ response }) => {
      state.response = response
      return response.ok ? undefined : new Response(null, { status: 204 })
    },
  }
  const middleware = [keep, ...settings.shared.middleware, ...(init.middleware ?? [])]
  const plain = middleware.length === 1 && !call.anyBody && !settings.fetch && !isPage()
  const sendAndRead = async () => {
    const answered = await request(call.method, call.path, {
      ...init,
      ...{ headers, signal: signalFor(controller), redirect: 'manual', parseAs: 'stream' },
      // Late: a client may be made before a test replaces the globals.
      Request: plain ? PlainRequest : globalThis.Request,
      fetch: async (request: Request) => {
        // A middleware took so long that the call has ended.
        controller.signal.throwIfAborted()
        return send(request, settings.fetch, state)
      },
      middleware,
    })
    // A middleware that answers by itself is the last one that is asked.
    const { response = answered.response } = state
    state.response = response
    if (!controller.signal.aborted) {
      state.receivedAt = dateOf(settings.clock)
      if (!response.ok) retryAt = planRetry(call, spent, response)
      state.reading = retryAt === undefined
      const read: unknown = answered.error
      if (state.reading) return read === undefined ? readText(response) : typeof read === 'string' ? read : JSON.stringify(read)
    }
    // An unread body would hold its connection. The abort is for a fetch that reads on after the cancel (happy-dom).
    controller.abort()
    response.body?.cancel().catch(() => {})
    return undefined
  }
  let text: string | undefined
  try {
    text = await scope.during((onInterrupt) => {
      onInterrupt(() => controller.abort())
      return startWithin(settings.hooks, { info, start: sendAndRead })
    }, scope.clock.now() + settings.timeout)
  } catch (thrown) {
    // The status of a refusal is enough, even if its body never ends.
    if (!state.reading || state.response?.ok !== false || (thrown instanceof Interruption && thrown.kind === 'abort'))
      throw thrown
  }
  return { response: state.response as Response, text, retryAt }
}

/** How much of the body of an error is kept, in characters. */
const LONGEST_SHOWN = 1_000_000

/** Reads a body. `text()` would put U+FFFD in the place of what is no UTF-8, in a result, too. */
async function readText(response: Response): Promise<string> {
  if (!response.ok) return response.text()
  const bytes = await response.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return 'bytes that are not UTF-8'
  }
}

/** Parses a body; what is not JSON stays text. */
function parseBody(text: string | undefined): { readonly json: boolean; readonly value: unknown } {
  try {
    return { json: true, value: JSON.parse(text ?? '') }
  } catch {
    return { json: false, value: text }
  }
}

const VERSION = '0.1.0'

/** The signal for a Request. Under jsdom the global one is not the one that Node's Request knows (vitest 8374). */
function signalFor({ signal }: AbortController): AbortSignal | null {
  if (!isPage()) return signal
  try {
    return new Request('http://localhost', { signal }) && signal
  } catch {
    // The call is still cut short.
    return null
  }
}

/** Says who asks, where the runtime lets it be said. */
function userAgent(): Record<string, string> {
  return !isPage() && globalThis.process?.versions?.node ? { 'user-agent': `@wfhost/sdk/${VERSION}` } : {}
}
