import standaloneCode from 'ajv/dist/standalone/index.js'
import { countCharacters } from './count-characters.ts'
import { createAjv } from './create-ajv.ts'
import type { JsonObject } from './json-object.ts'
import { excludesKeyword, selectByKeyword } from './tag-keywords.ts'

// Compiled code asks Ajv for this at run time; it gets a function of ours, and needs neither Ajv nor require.
const asked = 'require("ajv/dist/runtime/ucs2length").default'

// Compiled functions call no other, so each is given nothing but a value; an object of defaults would be made each time.
const context = '{instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}'

/** Compiles each schema to a function of its name, and gives the code of them all. */
export function compileValidators(schemas: ReadonlyMap<string, JsonObject>): string {
  const ajv = createAjv()
  ajv.addVocabulary(['cases', 'otherwise'])
  ajv.addKeyword(selectByKeyword)
  ajv.addKeyword(excludesKeyword)
  for (const [name, schema] of schemas) ajv.addSchema(schema, name)
  const names = Object.fromEntries([...schemas.keys()].map((name) => [name, name]))
  const code = standaloneCode
    .default(ajv, names)
    .replaceAll('export const ', 'const ')
    .replaceAll(asked, countCharacters.name)
    .replaceAll(context, 'instancePath = ""')
  const missing = /require\("[^"]+"\)/.exec(code)
  if (missing)
    throw new Error(`Cannot compile the validators: Ajv asks for ${missing[0]}, give it a function like ${countCharacters.name}`)
  return `${countCharacters}\n${code}`
}
