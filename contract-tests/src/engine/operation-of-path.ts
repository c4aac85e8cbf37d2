import { type OperationId, operationTable } from '@wfhost/openapi'

/** Returns the operation that a path ends with, for any product and below any base path. */
export function operationOfPath(path: string): OperationId | undefined {
  const operationIds = Object.keys(operationTable) as readonly OperationId[]
  return operationIds.find((operationId) => patternOf(operationId).test(path))
}

function patternOf(operationId: OperationId): RegExp {
  return new RegExp(`${operationTable[operationId].path.replace(/\{\w+\}/g, '[^/]+')}$`)
}
