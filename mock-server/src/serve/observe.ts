import type { ObserveExchange } from '../core/journal/journal-entry.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'

/** Counts every request of a service, and logs those that failed. */
export function createObserver(metrics: Metrics, log: Log | undefined): ObserveExchange {
  return () => {
    const startedAt = performance.now()
    return ({ faults, operation, show, status }) => {
      metrics.answered({ operation, status, faults, seconds: (performance.now() - startedAt) / 1000 })
      // The journal entry is only created for requests that are logged.
      if (log !== undefined && (status === undefined || status >= 400 || faults.length > 0)) log.exchange(show())
    }
  }
}
