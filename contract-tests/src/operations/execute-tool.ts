import type { ContractExchange } from '../contract/contract-exchange.ts'
import type { Expectation } from '../contract/expectation.ts'
import { listOutcome, listResult } from '../contract/list-expectations.ts'
import { isObject } from '../rules/expectations.ts'
import type { Exchange } from '../target/exchange.ts'
import type { Target } from '../target/target.ts'
import { createRequest } from './create-request.ts'
import { type Credentials, credentialHeaders } from './credentials.ts'
import type { Operation } from './operation.ts'

export const executeToolOperation: Operation = {
  verb: 'execute',
  noun: 'An execution',
  effect: 'executions',
  findArea: () => 'execute',
  listExpectations,
}

/** Executes a tool. */
export function executeTool(target: Target, request: Credentials & { readonly payload: unknown }): Promise<Exchange> {
  const headers = { 'content-type': 'application/json', ...credentialHeaders(request) }
  const body = JSON.stringify(request.payload)

  return target.send(createRequest(target, 'executeTool', { headers, body }))
}

function listExpectations({ response: { body } }: ContractExchange): readonly Expectation[] {
  if (!isObject(body)) return [{ kind: 'success' }]
  return [{ kind: 'success' }, ...listOutcome(body), ...listResult(body, undefined)]
}
