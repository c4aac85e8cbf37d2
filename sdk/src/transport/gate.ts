import { RateLimitError } from '../errors/status-errors.ts'
import { type Clock, dateOf, type Scope } from './scope.ts'

/** Between how many milliseconds, for each call that waits already, the next one that waits comes back. */
const SPREAD = 20
const WIDEST = 2_000

/** Until when the calls with a key wait: while one of them waits after a 429, the service wants none of the others either. */
export interface Gates {
  readonly close: (key: string, until: number) => void
  readonly of: (key: string) => { until: number; waiting: number } | undefined
}

/** Makes the gates of a client, all of them open. */
export function createGates(): Gates {
  const gates = new Map<string, { until: number; waiting: number }>()
  return {
    close: (key, until) => {
      const gate = gates.get(key) ?? { until, waiting: 0 }
      gate.until = Math.max(gate.until, until)
      gates.set(key, gate)
    },
    of: (key) => gates.get(key),
  }
}

/** A call that may have to wait. */
interface Waiting {
  readonly action: string
  readonly settings: {
    readonly clock: Clock
    readonly random: () => number
    readonly maxRetryAfter: number
    readonly shared: { readonly gates: Gates }
  }
}

/**
 * Waits until the gate of a key is open. The first call that waits goes on at that moment, and the others some time after
 * it, at random: together they would be refused together.
 *
 * @throws RateLimitError if that would be too late for this call.
 */
export async function passGate({ action, settings }: Waiting, key: string, scope: Scope): Promise<void> {
  const { clock, maxRetryAfter, random, shared } = settings
  const gate = shared.gates.of(key)
  while (gate && gate.until > clock.now()) {
    const wait = gate.until - clock.now()
    if (wait > maxRetryAfter || wait >= scope.remaining()) {
      const retryAfterMs = Math.ceil(wait)
      const retryAt = new Date(dateOf(clock) + retryAfterMs)
      const message = `Cannot ${action}: the service answered 429 to another call with this key, ${retryAfterMs} ms are left`
      throw new RateLimitError(message, { status: 429, requirement: 'LIMIT-429', retryAfterMs, retryAt })
    }
    const time = gate.until + random() * Math.min(WIDEST, gate.waiting * SPREAD)
    gate.waiting += 1
    await scope.sleepUntil(time).finally(() => {
      gate.waiting -= 1
    })
  }
}
