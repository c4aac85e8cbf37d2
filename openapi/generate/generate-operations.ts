import { generatedNote } from './generated-note.ts'
import type { JsonObject } from './json-object.ts'
import { listOperations, type Operation } from './list-operations.ts'

const documentation = `/**
 * Where each operation is, and the statuses that it may answer with. The paths are templates.
 *
 * @example
 * \`\`\`ts
 * import assert from 'node:assert/strict'
 * import { operationTable } from '@wfhost/openapi'
 *
 * const { method, path, server } = operationTable.getPublicManifest
 *
 * assert.deepEqual([method, path, server], ['GET', '/v1/public/{product}/manifest', 'toolRegistry'])
 * \`\`\`
 */
`

/** A table of the operations: where each is, and how it may answer. */
export function generateOperations(document: JsonObject): string {
  return `${generatedNote}${documentation}export const operationTable = ${JSON.stringify(operationTableOf(document), null, 2)} as const\n`
}

/** The table itself, by operation. */
export function operationTableOf(document: JsonObject): JsonObject {
  return Object.fromEntries(listOperations(document).map((operation) => [operation.operationId, tableRow(operation)]))
}

function tableRow(operation: Operation): JsonObject {
  const { method, path, responses } = operation
  return { method, path, server: serverOf(operation), statuses: responses.map(({ status }) => status) }
}

function serverOf({ operationId, servers }: Operation): string {
  const url: unknown = Array.isArray(servers) ? servers[0]?.url : undefined
  if (url === '{base_url}') return 'workflowService'
  if (url === '{registry_url}') return 'toolRegistry'
  throw new Error(`Cannot generate from ${operationId}: its server is ${url}, expected {base_url} or {registry_url}`)
}
