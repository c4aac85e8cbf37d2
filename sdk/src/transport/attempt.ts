import { type AttemptInfo, notify } from '../client/hooks.ts'
import type { APIError } from '../errors/api-error.ts'
import { createContractError } from '../errors/create-contract-error.ts'
import { createFailureError } from '../errors/create-failure-error.ts'
import { createStatusError } from '../errors/create-status-error.ts'
import type { Answer, Call } from './call.ts'
import { type Exchange, exchange } from './exchange.ts'
import { excerpt, parseBody } from './parse-body.ts'
import { retryTime } from './plan-retry.ts'
import type { Redactor } from './redact.ts'
import { checkGlobals, type RequestParts, type RequestState } from './send-request.ts'

/** The outcome of one attempt: the answer, or the error and, if another attempt may follow, its time. */
export type Outcome = { readonly info: AttemptInfo } & (
  | { readonly answer: Answer }
  | { readonly error: APIError; readonly retryAt?: number | undefined }
)

/** One attempt at a call. */
export interface Attempt extends Omit<Exchange, 'info' | 'state'> {
  readonly number: number
  readonly redactor: Redactor
}

/** Makes one attempt and classifies its outcome. */
export async function makeAttempt(parts: RequestParts, call: Call & Attempt): Promise<Outcome> {
  const { redactor } = call
  const { hooks, clock } = call.settings
  const { method, url } = parts
  checkGlobals(call.settings.fetch)
  const headers = new Headers(parts.headers)
  // Set one by one: given two spellings of a name at once, `Headers` would join their values.
  for (const [name, value] of call.settings.headers) headers.set(name, value)
  const info: AttemptInfo = { action: call.action, number: call.number, method, url, headers }
  const sentAt = clock.now()
  const state: RequestState = {}
  try {
    const received = await exchange(parts, { ...call, info, state })
    const { response, text, retryAt } = received
    const shown = {
      status: response.status,
      // Computed on access: most hooks never read them.
      get headers() {
        return redactor.headers(response.headers)
      },
      durationMs: clock.now() - sentAt,
    }
    notify(hooks, (each) => each.onResponse?.(info, shown))
    const parsed = text === undefined ? undefined : parseBody(text)
    if (parsed?.json && (response.ok || call.isAnswer?.(parsed.value))) {
      return { info, answer: { response, body: parsed.value, redactor } }
    }
    if (!response.ok) return { info, error: createStatusError(call, { ...received, redactor }), retryAt }
    const found = excerpt(redactor.text(text?.trim() ?? ''), 100) || 'nothing'
    const type = response.headers.get('content-type') ?? 'untyped'
    const problems = [{ place: '', message: `expected JSON, found ${found} (${response.status}, ${type})` }]
    return { info, error: createContractError(call, { response, body: text, redactor, problems }) }
  } catch (thrown) {
    const { error, repeatable } = createFailureError(call, {
      error: thrown,
      sending: true,
      state,
      redactor,
      elapsed: clock.now() - sentAt,
    })
    notify(hooks, (each) => each.onError?.(info, error))
    const safe = !error.mayHaveRun || call.settings.retryUnknown
    return { info, error, retryAt: repeatable && safe ? retryTime(call) : undefined }
  }
}
