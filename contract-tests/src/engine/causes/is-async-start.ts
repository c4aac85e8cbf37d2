import type { RecordedExchange } from '../conformance-report.ts'
import { operationOfPath } from '../operation-of-path.ts'

/** Returns whether a request starts a run in mode async. */
export function isAsyncStart({ requestBody = '', url }: RecordedExchange): boolean {
  return operationOfPath(new URL(url).pathname) === 'runPublishedWorkflow' && /"mode":\s*"async"/.test(requestBody)
}
