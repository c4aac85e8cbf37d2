import type { CheckResult, RecordedExchange } from './conformance-report.ts'

/** Returns the exchange that shows the failure of a check, if there is one. */
export function findFailedExchange({ exchanges, failedExchange }: CheckResult): RecordedExchange | undefined {
  return failedExchange === undefined ? undefined : exchanges[failedExchange]
}
