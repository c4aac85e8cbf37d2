import { RateLimitError } from '../errors/status-errors.ts'
import type { Call } from './call.ts'
import type { Scope } from './scope.ts'

/** The time between two calls that continue after a wait, on average, in milliseconds. */
const SPREAD = 20

/** The time within which all of them continue, in milliseconds. */
const WIDEST_SPREAD = 2_000

/** Holds the calls with a key until a moment. One call was refused with 429, so the others would be, too. */
export function closeGate({ settings }: Call, key: string, until: number): void {
  const { gates } = settings.shared
  const gate = gates.get(key) ?? { until, waiting: 0 }
  gate.until = Math.max(gate.until, until)
  gates.set(key, gate)
}

interface WaitingCall {
  readonly scope: Scope
  /** When the next attempt of this call is planned, or 0 for its first one. */
  readonly dueAt: number
}

/**
 * Waits until the calls with a key may continue. The first waiting call continues at that moment. The others follow at random
 * moments after it, because the service would refuse them together. Resolves with an error if that is too late for this
 * call, and this call did not plan the wait itself.
 */
export async function passGate(call: Call, key: string, { dueAt, scope }: WaitingCall): Promise<RateLimitError | undefined> {
  const { clock, maxRetryAfter, random, shared } = call.settings
  const gate = shared.gates.get(key)
  if (gate === undefined) return undefined

  while (gate.until > clock.now()) {
    const wait = gate.until - clock.now()
    const isTooLong = wait > maxRetryAfter || wait >= scope.remaining()
    if (gate.until > dueAt && isTooLong) return createGateError(call, wait)

    const moment = gate.until + random() * Math.min(WIDEST_SPREAD, gate.waiting * SPREAD)
    gate.waiting += 1
    await scope.sleepUntil(moment).finally(() => {
      gate.waiting -= 1
    })
  }
  return undefined
}

function createGateError({ action, settings }: Call, wait: number): RateLimitError {
  const retryAfterMs = Math.ceil(wait)
  return new RateLimitError(`Cannot ${action}: 429 to another call with this key, ${retryAfterMs} ms are left`, {
    status: 429,
    requirement: 'LIMIT-429',
    retryAfterMs,
    retryAt: new Date(settings.clock.date() + retryAfterMs),
  })
}
