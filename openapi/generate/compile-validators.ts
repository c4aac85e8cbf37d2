import standaloneCode from 'ajv/dist/standalone/index.js'
import { createAjv } from './create-ajv.ts'
import type { JsonObject } from './json-object.ts'
import { excludesKeyword, selectByKeyword } from './tag-keywords.ts'

/** Compiles each schema to a function of its name, and gives the code of them all. */
export function compileValidators(schemas: ReadonlyMap<string, JsonObject>): string {
  const ajv = createAjv()
  ajv.addVocabulary(['cases', 'otherwise'])
  ajv.addKeyword(selectByKeyword)
  ajv.addKeyword(excludesKeyword)
  for (const [name, schema] of schemas) ajv.addSchema(schema, name)
  const names = Object.fromEntries([...schemas.keys()].map((name) => [name, name]))
  return standaloneCode.default(ajv, names).replaceAll('export const ', 'const ')
}
