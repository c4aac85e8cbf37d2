import { generatedNote } from './generated-note.ts'
import { type DocumentNode, members } from './read-document.ts'

const methods = new Set(['get', 'post'])

/** A table of the operations: where each is, and how it may answer. */
export function generateOperations(document: DocumentNode): string {
  const rows = members(document['paths'], 'paths').flatMap(([path, item]) =>
    members(Object.fromEntries(Object.entries(item).filter(([name]) => methods.has(name))), path).map(([method, operation]) => [
      String(operation['operationId']),
      {
        method: method.toUpperCase(),
        path,
        server: JSON.stringify(item['servers']).includes('registry_url') ? 'toolRegistry' : 'workflowService',
        statuses: Object.keys(Object(operation['responses'])).map(Number),
      },
    ]),
  )
  return `${generatedNote}export const operationTable = ${JSON.stringify(Object.fromEntries(rows), null, 2)} as const\n`
}
