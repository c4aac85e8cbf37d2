import { type AttemptInfo, notify, startWithin } from '../client/hooks.ts'
import type { Call, Credentials } from './call.ts'
import { planRetry, type Spent } from './plan-retry.ts'
import { Interruption } from './scope.ts'
import { type RequestParts, type RequestState, sendRequest } from './send-request.ts'

/** A response, and its body if it was needed and could be read. */
export interface Received {
  readonly response: Response
  readonly text: string | undefined
  /** Milliseconds since the epoch. */
  readonly receivedAt: number
  /** The time for another attempt; the body is then not read. */
  readonly retryAt?: number | undefined
}

/** What one exchange needs besides the request. */
export interface Exchange extends Spent {
  readonly identity: Credentials
  readonly info: AttemptInfo
  /** Filled in while the request is in progress. */
  readonly state: RequestState
}

/** Sends a request once and reads the response, within the timeout of an attempt. Rejects with what fetch threw. */
export async function exchange(parts: RequestParts, call: Call & Exchange): Promise<Received> {
  const { scope, identity, settings, state } = call
  notify(settings.hooks, (hooks) => hooks.onRequest?.(call.info))
  const headers = { ...Object.fromEntries(call.info.headers), [identity.header]: identity.value }
  const controller = new AbortController()
  const { signal } = controller
  const sendAndRead = async () => {
    const response = await sendRequest({ ...parts, headers, fetch: settings.fetch, signal }, state)
    Object.assign(state, { response, receivedAt: scope.clock.now() })
    if (!signal.aborted) {
      state.retryAt = planRetry(call, response)
      if (state.retryAt === undefined) return response.text()
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
      return startWithin(settings.hooks, { info: call.info, start: sendAndRead })
    }, scope.clock.now() + settings.timeout)
  } catch (thrown) {
    // The status of a refusal is enough, even if its body never ends.
    if (state.response?.ok !== false || (thrown instanceof Interruption && thrown.kind === 'abort')) throw thrown
  }
  return { ...(state as Received), text }
}
