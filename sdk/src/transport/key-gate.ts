import type { KeyGate } from '../client/settings.ts'
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
  /** When this call wants to retry after a 429 of its own. 0 for its first attempt. */
  readonly ownRetryAt: number
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
export async function passGate(call: Call, key: string, { ownRetryAt, scope }: WaitingCall): Promise<RateLimitError | undefined> {
  const { clock, maxRetryAfter, random, shared } = call.settings
  const gate = shared.gates.get(key)
  if (gate === undefined) return undefined

  // A loop, because another call can be refused during the wait, which closes the gate again.
  while (gate.until > clock.now()) {
    const waitMs = gate.until - clock.now()
    const isTooLong = waitMs > maxRetryAfter || waitMs >= scope.remaining()
    // A call that was refused itself has decided already to wait until `ownRetryAt`.
    if (isTooLong && gate.until > ownRetryAt) return createGateError(call, waitMs)

    await waitAtGate(gate, scope, random)
  }
  return undefined
}

/** Waits until a gate opens, and then for a random time that is longer the more calls wait. */
function waitAtGate(gate: KeyGate, scope: Scope, random: () => number): Promise<void> {
  const spreadMs = random() * getSpread(gate)
  gate.waiting += 1
  return scope.sleepUntil(gate.until + spreadMs).finally(() => {
    gate.waiting -= 1
  })
}

/** Returns the time over which the waiting calls are spread, in milliseconds. It is 0 for the first call, and grows with each call. */
function getSpread({ waiting }: KeyGate): number {
  return Math.min(MAX_SPREAD_MS, waiting * SPREAD_PER_CALL_MS)
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
