import { operationTable } from '@wfhost/openapi'
import type { CheckRequest } from '../src/target/exchange.ts'

/** Whether the API document has the method of a request for its path. The document has no response for another method. */
export function hasDocumentedMethod({ method, operationId }: CheckRequest): boolean {
  return method === operationTable[operationId].method
}
