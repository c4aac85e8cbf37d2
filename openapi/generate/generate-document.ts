import { generatedNote } from './generated-note.ts'
import type { JsonObject } from './json-object.ts'

const documentation = `/**
 * The OpenAPI document, as JSON. What the source leaves open is marked with x-unspecified, and the row of the register.
 *
 * @example
 * \`\`\`ts
 * import assert from 'node:assert/strict'
 * import { document } from '@wfhost/openapi'
 *
 * const { post } = document.paths['/api/v2/external/flows/{flowId}/published-run']
 *
 * assert.equal(post.operationId, 'runPublishedWorkflow')
 * \`\`\`
 */
`

/** The document as a constant, so that nobody parses YAML at run time. */
export function generateDocument(document: JsonObject): string {
  return `${generatedNote}${documentation}export const document = ${JSON.stringify(document, null, 2)} as const\n`
}
