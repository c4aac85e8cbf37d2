import { RateLimitError } from '../errors/status-errors.ts'
import type { Call } from './call.ts'
import type { Scope } from './scope.ts'

/** The average time between two calls that continue after a wait. */
const SPREAD_PER_CALL_MS = 20

/** The time within which all waiting calls continue. */
const MAX_SPREAD_MS = 2_000

/** Holds the calls with a key until a moment. One call was refused with 429, so the others would be, too. */
export function closeGate({ settings }: Call, key: string, until: number): void {
  const { gates } = settings.shared
  const gate = gates.get(key) ?? { until, waiting: 0 }
  gate.until = Math.max(gate.until, until)
  gates.set(key, gate)
}

interface WaitingCall {
  readonly scope: Scope
  /** The time until which this call has planned to wait, or 0 for its first attempt. */
  readonly plannedUntil: number
}

/**
 * Waits until the calls with a key may continue. After a 429 to one of them, all wait until the stated time. Then the first
 * waiting call continues immediately. The others follow at random moments, because the service would refuse them together.
 *
 * Resolves with an error if another call has made the wait too long for this one. A call that has planned the wait for its own
 * retry has already checked that the wait is short enough.
 */
export async function passGate(
  call: Call,
  key: string,
  { plannedUntil, scope }: WaitingCall,
): Promise<RateLimitError | undefined> {
  const { clock, maxRetryAfter, random, shared } = call.settings
  const gate = shared.gates.get(key)
  if (gate === undefined) return undefined

  // A loop, because another call can be refused during the wait.
  while (gate.until > clock.now()) {
    const wait = gate.until - clock.now()
    const isTooLong = wait > maxRetryAfter || wait >= scope.remaining()
    const isUnplanned = gate.until > plannedUntil
    if (isUnplanned && isTooLong) return createGateError(call, wait)

    const spread = Math.min(MAX_SPREAD_MS, gate.waiting * SPREAD_PER_CALL_MS)
    const continueAt = gate.until + random() * spread
    gate.waiting += 1
    await scope.sleepUntil(continueAt).finally(() => {
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
