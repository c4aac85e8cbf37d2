import { generatedNote } from './generated-note.ts'
import type { JsonObject } from './json-object.ts'

/** The document as a constant, so that nobody parses YAML at run time. */
export function generateDocument(document: JsonObject): string {
  return `${generatedNote}export const document = ${JSON.stringify(document, null, 2)} as const\n`
}
