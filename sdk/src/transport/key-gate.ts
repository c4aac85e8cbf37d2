import { RateLimitError } from '../errors/status-errors.ts'
import type { Call } from './call.ts'
import type { Scope } from './scope.ts'

/** The average time between two calls that continue after a wait. */
const SPREAD_PER_CALL_MS = 20

/** The time within which all waiting calls continue. */
const MAX_SPREAD_MS = 2_000

/** Makes all calls with a key wait until a time. One of them was refused with 429, so the others would be, too. */
export function closeGate({ settings }: Call, key: string, until: number): void {
  const { gates } = settings.shared
  const gate = gates.get(key) ?? { until, waiting: 0 }
  gate.until = Math.max(gate.until, until)
  gates.set(key, gate)
}

interface WaitingCall {
  readonly scope: Scope
  /** The time until which this call has decided to wait before its retry, after its own 429, or 0 for its first attempt. */
  readonly plannedUntil: number
}

/**
 * Waits until a call may be sent, before each of its attempts. After a 429 to one call with a key, all calls with this key wait
 * until the time that the service has stated: the gate of the key is closed.
 *
 * When the gate opens, the first waiting call continues immediately. The others follow at random moments, because the service
 * would refuse them again if they came together.
 *
 * @returns an error if the wait is too long for this call, and undefined when the call may be sent.
 */
export async function passGate(
  call: Call,
  key: string,
  { plannedUntil, scope }: WaitingCall,
): Promise<RateLimitError | undefined> {
  const { clock, maxRetryAfter, random, shared } = call.settings
  const gate = shared.gates.get(key)
  if (gate === undefined) return undefined

  // A loop, because another call can be refused during the wait, which closes the gate again.
  while (gate.until > clock.now()) {
    const waitMs = gate.until - clock.now()
    const isTooLong = waitMs > maxRetryAfter || waitMs >= scope.remaining()
    // A retry that waits until its planned time passes. The 429 of another call can have closed the gate for longer since then.
    const isPlanned = gate.until <= plannedUntil
    if (isTooLong && !isPlanned) return createGateError(call, waitMs)

    // The more calls wait, the longer is the time over which they are spread.
    const spreadMs = Math.min(MAX_SPREAD_MS, gate.waiting * SPREAD_PER_CALL_MS)
    const continueAt = gate.until + random() * spreadMs
    gate.waiting += 1
    await scope.sleepUntil(continueAt).finally(() => {
      gate.waiting -= 1
    })
  }
  return undefined
}

function createGateError({ action, settings }: Call, waitMs: number): RateLimitError {
  const retryAfterMs = Math.ceil(waitMs)
  return new RateLimitError(`Cannot ${action}: 429 to another call with this key, ${retryAfterMs} ms are left`, {
    status: 429,
    requirement: 'LIMIT-429',
    retryAfterMs,
    retryAt: new Date(settings.clock.date() + retryAfterMs),
  })
}
