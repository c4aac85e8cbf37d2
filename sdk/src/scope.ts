import { type Clock, callAt } from './clock.ts'

/** Why a call was cut short. Never leaves the package. */
export class Interruption {
  readonly kind: 'abort' | 'deadline' | 'timeout'
  /** The reason of the caller's signal. */
  readonly reason: unknown

  constructor(kind: Interruption['kind'], reason?: unknown) {
    this.kind = kind
    this.reason = reason
  }
}

/** The time that one call has, and everything that can end it early. */
export interface Scope {
  readonly clock: Clock
  /** Milliseconds until the deadline. */
  readonly remaining: () => number
  /**
   * Settles as the work does, or rejects with an Interruption as soon as the call is aborted, its deadline has
   * passed, or the given moment has come. The work can abort its own signal too.
   */
  readonly during: <T>(work: (interrupted: AbortSignal, interrupt: () => void) => Promise<T>, until?: number) => Promise<T>
  /** Waits until a moment, interruptibly. */
  readonly sleepUntil: (time: number) => Promise<void>
  /** Lets go of every timer and listener. */
  readonly close: () => void
}

/** What bounds a call. */
export interface ScopeLimits {
  readonly clock: Clock
  readonly deadline: number
  readonly signals: readonly (AbortSignal | undefined)[]
}

/**
 * Opens the scope of a call. It listens to each signal once and not through `AbortSignal.any`, which leaks on
 * signals that live long (nodejs/node 54614).
 */
export function openScope({ clock, deadline, signals }: ScopeLimits): Scope {
  const deadlineAt = clock.now() + deadline
  const interrupts = new Set<(interruption: Interruption) => void>()
  const releases: (() => void)[] = []
  let ended: Interruption | undefined

  const end = (interruption: Interruption) => {
    ended ??= interruption
    for (const interrupt of [...interrupts]) interrupt(ended)
  }
  for (const signal of signals) {
    const abort = () => end(new Interruption('abort', signal?.reason))
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort)
    releases.push(() => signal?.removeEventListener('abort', abort))
  }
  releases.push(callAt(clock, { time: deadlineAt, callback: () => end(new Interruption('deadline')) }))

  const during: Scope['during'] = (work, until = Number.POSITIVE_INFINITY) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      const controller = new AbortController()
      const interrupt = (interruption: Interruption) => {
        finish()
        reject(interruption)
        controller.abort(interruption)
      }
      const cancelTimer = callAt(clock, { time: until, callback: () => interrupt(new Interruption('timeout')) })
      const finish = () => {
        interrupts.delete(interrupt)
        cancelTimer()
      }
      interrupts.add(interrupt)
      work(controller.signal, () => controller.abort())
        .then(resolve, reject)
        .finally(finish)
    })

  return {
    clock,
    remaining: () => deadlineAt - clock.now(),
    during,
    sleepUntil: (time) =>
      during(
        (interrupted) =>
          new Promise((resolve) => {
            interrupted.addEventListener('abort', callAt(clock, { time, callback: resolve }))
          }),
      ),
    close: () => {
      for (const release of releases) release()
    },
  }
}
