import { type OperationId, operationTable } from '@wfhost/openapi'

/** The path of an operation, as the document has it, with values for its parameters. */
export function operationPath(operationId: OperationId, parameters: Readonly<Record<string, string>>): string {
  return operationTable[operationId].path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
}
