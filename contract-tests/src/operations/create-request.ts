import { type OperationId, operationTable } from '@wfhost/openapi'
import type { CheckRequest } from '../target/exchange.ts'
import type { Target } from '../target/target.ts'

/** The parts of a request besides its method and address. */
export interface RequestParts {
  /** The path parameters, without the product: that one comes from the target. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** Creates a request to an operation, with the method and the path that the API document states. */
export function createRequest(target: Target, operationId: OperationId, parts: RequestParts): CheckRequest {
  const { method } = operationTable[operationId]
  const url = operationUrl(target, operationId, parts.parameters)

  return { operationId, method, url, headers: parts.headers, body: parts.body }
}

/** Returns the URL of an operation, with the path parameters filled in. */
export function operationUrl(
  target: Target,
  operationId: OperationId,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const { path, server } = operationTable[operationId]
  const values: Readonly<Record<string, string>> = { product: target.product, ...parameters }
  const base = server === 'workflowService' ? target.baseUrl : target.registryUrl

  return base + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}
