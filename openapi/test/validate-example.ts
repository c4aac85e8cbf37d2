import type { OperationId } from '@wfhost/openapi'
import { type Problem, validateRequestBody, validateResponse } from '@wfhost/openapi/validators'
import type { Example } from './list-examples.ts'

/** The problems of an example, by the public validators; another value may stand in for its own. */
export function problemsOfExample(
  example: Example & { readonly status?: number; readonly header?: string },
  value: unknown = example.value,
): readonly Problem[] {
  // The list of examples is made from the document, as the validators are.
  const operationId = example.operationId as OperationId
  const { header, status } = example
  if (status === undefined) return validateRequestBody(operationId, value)
  const headers = new Headers({ 'content-type': 'application/json', 'retry-after': '30' })
  if (header === undefined) return validateResponse(operationId, { status, headers, body: value })
  headers.set(header, String(value))
  return validateResponse(operationId, { status, headers, body: {} })
}
