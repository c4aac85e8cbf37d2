/** The time, and how to wait. Everything in the core that depends on time uses one of these. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after that many milliseconds; rejects with the signal's reason if that is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/**
 * The clock of the machine.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, systemClock } from '@wfhost/mock-server'
 *
 * // By default a service has a virtual clock, which can be moved.
 * assert.equal(createMockService({}, { clock: systemClock }).clock, systemClock)
 * ```
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason)
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, ms)
      function stop(): void {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', stop, { once: true })
    }),
}
