import { Ajv2020 } from 'ajv/dist/2020.js'

/**
 * Ajv as this document is read: strict, so that a misspelt keyword does not go unseen, and aware of what OpenAPI and
 * the project put beside the keywords of JSON Schema.
 */
export function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    // A list of types is what the alternatives of different types become, see simplify-schema.ts.
    allowUnionTypes: true,
    // An error then carries the schema that it comes from, which says what was expected.
    verbose: true,
    messages: false,
    code: { source: true, esm: true },
  })
  return ajv.addVocabulary(['x-requirements', 'x-unspecified', 'example', 'externalDocs', 'xml'])
}
