import type { AnySchemaObject } from 'ajv'
import { createAjv } from '../generate/compile-validators.ts'
import { type JsonObject, objectAt, readDocument } from '../generate/document.ts'

/** Checks whether a value is valid by a schema of the document. */
export type IsValid = (schema: unknown, value: unknown) => boolean

/** The document as written, read by Ajv without code of this project. */
export async function readAsWritten(): Promise<{ readonly document: JsonObject; readonly isValid: IsValid }> {
  const document = await readDocument()
  const ajv = createAjv()
  // Ajv only follows references inside a schema, so the components become definitions of one.
  ajv.addSchema(movedReferences({ $defs: objectAt(document['components'], 'components')['schemas'] }), 'document')
  const compiled = new Map<unknown, (value: unknown) => boolean>()

  function isValid(schema: unknown, value: unknown): boolean {
    const validate = compiled.get(schema) ?? ajv.compile(movedReferences(schema))
    compiled.set(schema, validate)
    return validate(value)
  }

  return { document, isValid }
}

function movedReferences(schema: unknown): AnySchemaObject {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"document#/$defs/'))
}
