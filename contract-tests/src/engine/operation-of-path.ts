import { type OperationId, operationTable } from '@wfhost/openapi'

const operationIds = Object.keys(operationTable) as readonly OperationId[]

/** The end of the path of each operation. Any product and any base path match. */
const pathPatterns = operationIds.map((operationId) => {
  const { path } = operationTable[operationId]
  return { operationId, pattern: new RegExp(`${path.replace(/\{\w+\}/g, '[^/]+')}$`) }
})

/** Returns the operation that a path ends with, for any product and below any base path. */
export function operationOfPath(path: string): OperationId | undefined {
  return pathPatterns.find(({ pattern }) => pattern.test(path))?.operationId
}
