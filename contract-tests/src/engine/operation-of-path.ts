import { type OperationId, operationTable } from '@wfhost/openapi'

const operationIds = Object.keys(operationTable) as readonly OperationId[]

/** The end of the path of each operation, with a named group for each parameter. Any product and any base path match. */
const pathPatterns = operationIds.map((operationId) => {
  const { path } = operationTable[operationId]
  return { operationId, pattern: new RegExp(`${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) }
})

/** Returns the operation that a path ends with, for any product and below any base path. */
export function operationOfPath(path: string): OperationId | undefined {
  return pathPatterns.find(({ pattern }) => pattern.test(path))?.operationId
}

/** Returns a decoded parameter of a path, such as `flowId`. Undefined if the path ends with no operation that has the parameter. */
export function readPathParameter(path: string, name: string): string | undefined {
  for (const { pattern } of pathPatterns) {
    const value = pattern.exec(path)?.groups?.[name]
    if (value !== undefined) return decodeURIComponent(value)
  }
  return undefined
}
