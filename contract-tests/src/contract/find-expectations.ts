import { operations } from '../operations/operations.ts'
import { isObject } from '../rules/expectations.ts'
import type { ContractExchange, ContractResponse } from './contract-exchange.ts'
import type { ContractMapping } from './contract-schema.ts'
import type { Expectation } from './expectation.ts'
import { listError, listOutcome, listSteps } from './list-expectations.ts'

/**
 * Lists the parts of a response on which tests may rely. A client reads these parts: the status, the documented
 * fields, step ids, names of errors, Retry-After, the Content-Type of JSON, and the result of the workflow. Messages and other
 * values may differ.
 */
export function findExpectations(exchange: ContractExchange, mapping: ContractMapping): readonly Expectation[] {
  const { operationId, response } = exchange
  const isSuccess = response.status >= 200 && response.status <= 299
  const body = isObject(response.body) ? response.body : undefined

  const jsonContentType: readonly Expectation[] = body === undefined ? [] : [{ kind: 'json-content-type' }]
  // A failed run or execution has the same body with any status, because the document does not state the status.
  if (body?.['status'] === 'failed') return [...listOutcome(body), ...listError(body), ...listSteps(body), ...jsonContentType]
  if (!isSuccess) return listRefusal(response)

  if (operationId === undefined) return [{ kind: 'status', status: response.status }]
  return [...operations[operationId].listExpectations(exchange, mapping), ...jsonContentType]
}

/** The message of a refusal that the document states (MAN-EMPTY). */
const DOCUMENTED_MESSAGE = 'No published toolsets'

/** Lists the parts of a refusal. The document does not show the other members of its body. */
function listRefusal({ headers, status, text }: ContractResponse): Expectation[] {
  const expectations: Expectation[] = [{ kind: 'status', status }]
  if (headers.has('retry-after')) expectations.push({ kind: 'header', name: 'Retry-After' })
  if (text.includes(DOCUMENTED_MESSAGE)) expectations.push({ kind: 'message', text: DOCUMENTED_MESSAGE })
  return expectations
}
