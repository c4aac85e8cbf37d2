import { APIError } from '../errors/api-error.ts'
import { type Clock, dateOf, type Scope } from '../transport/scope.ts'
import type { BatchProgress } from './batch.ts'

export const MAX_UNKNOWN = 5

/** How long to wait before each probe of a service that leaves outcomes unknown, in milliseconds; a quarter of it at random. */
const PROBE_WAITS = [5_000, 20_000, 60_000]

/** What every input of a batch passes before it is sent, so that what one learns of the service holds for all. */
export type Gate = ReturnType<typeof createGate>

interface GateOptions {
  readonly clock: Clock
  readonly maxUnknown: number
  readonly random: () => number
}

/**
 * Creates the gate of a batch. After so many unknown outcomes in a row it is a breaker: a single input probes the service
 * after each of three pauses, which costs one unknown outcome each at most, and the others are not sent.
 */
export function createGate({ clock, maxUnknown, random }: GateOptions) {
  let until = 0
  let reason: BatchProgress['pauseReason']
  let unknown = 0
  let probes = 0
  let probing = false
  const waiting = new Set<() => void>()

  /** Holds all inputs until a moment. */
  const hold = (moment: number, why: NonNullable<BatchProgress['pauseReason']>) => {
    if (moment > until) [until, reason] = [moment, why]
  }
  const change = () => {
    probing = false
    for (const resume of waiting) resume()
    waiting.clear()
  }
  return {
    hold,
    /** Resolves when an input may be sent: true for one that is to find out whether the service is well again. */
    pass: async (scope: Scope): Promise<boolean> => {
      for (;;) {
        if (until > clock.now()) await scope.sleepUntil(until)
        else if (unknown < maxUnknown) return false
        else if (probing) await scope.during(() => new Promise<void>((resolve) => waiting.add(resolve)))
        else {
          probing = true
          return true
        }
      }
    },
    /** Lets another input probe: this one is not settled yet. */
    giveUpProbe: change,
    /** The service said what became of a run: it is well. */
    countKnown: () => {
      unknown = 0
      probes = 0
      change()
    },
    /** The service left open what became of a run. Returns what ends the batch, once no probe has helped. */
    countUnknown: (error: APIError, { probe }: { readonly probe: boolean }): APIError | undefined => {
      unknown += 1
      // Those that were under way when the breaker opened say nothing new.
      if (!probe && unknown !== maxUnknown) return undefined
      const wait = PROBE_WAITS[probes]
      if (wait === undefined) return createBreakerError(unknown, error)
      hold(clock.now() + wait * (1 + random() / 4), 'unknown')
      probes += 1
      change()
      return undefined
    },
    pause: (): Pick<BatchProgress, 'pausedUntil' | 'pauseReason'> => {
      const left = until - clock.now()
      return left > 0
        ? { pausedUntil: dateOf(clock) + left, pauseReason: reason }
        : { pausedUntil: undefined, pauseReason: undefined }
    },
  }
}

function createBreakerError(count: number, cause: APIError): APIError {
  return new APIError(
    `Cannot finish the batch: the outcomes of ${count} runs in a row are unknown, also after ${PROBE_WAITS.length} pauses; the last one: ${cause.message}`,
    { status: cause.status, cause },
  )
}
