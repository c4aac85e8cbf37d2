import type { OperationId } from '@wfhost/openapi'
import { z } from 'zod'
import { jsonTypes } from './json-type.ts'

export const requiredField = z.object({ place: z.string(), types: z.array(z.enum(jsonTypes)) })

/** A field of the result of a workflow that the schema of the client requires. */
export type RequiredField = z.infer<typeof requiredField>

/** A request that the tests sent, with the response that they received. Keys are replaced by their names. */
export interface ContractExchange {
  /** Undefined for a path that the API document does not have. */
  readonly operationId: OperationId | undefined
  readonly request: ContractRequest
  readonly response: ContractResponse
  /** Whether the reference server of the tests had the workflow or the organization of the path. */
  readonly isPathKnownToTests: boolean
  /** Why a real server cannot repeat the exchange. Empty if it can. */
  readonly reasonsNotRepeatable: readonly string[]
  /** The fields of the result that the schema of the workflow requires. Undefined without a schema. */
  readonly resultFields: readonly RequiredField[] | undefined
}

/** An exchange with an operation that the API document has. */
export type KnownExchange = ContractExchange & { readonly operationId: OperationId }

export function hasOperation(exchange: ContractExchange): exchange is KnownExchange {
  return exchange.operationId !== undefined
}

export interface ContractRequest {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export interface ContractResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body, or undefined if it is not JSON. */
  readonly body: unknown
}

export function isRateLimited({ status }: ContractResponse): boolean {
  return status === 429
}
