import standaloneCode from 'ajv/dist/standalone/index.js'
import { createAjv } from './create-ajv.ts'
import type { JsonObject } from './json-object.ts'
import { excludesKeyword, selectByKeyword } from './tag-keywords.ts'

// What compiled code asks Ajv for at run time, as a module that needs neither Ajv nor require.
const helper = { asked: 'require("ajv/dist/runtime/ucs2length").default', name: 'countCharacters', file: './count-characters.ts' }

/** Compiles each schema to a function of its name, and gives the code of them all. */
export function compileValidators(schemas: ReadonlyMap<string, JsonObject>): string {
  const ajv = createAjv()
  ajv.addVocabulary(['cases', 'otherwise'])
  ajv.addKeyword(selectByKeyword)
  ajv.addKeyword(excludesKeyword)
  for (const [name, schema] of schemas) ajv.addSchema(schema, name)
  const names = Object.fromEntries([...schemas.keys()].map((name) => [name, name]))
  const code = standaloneCode.default(ajv, names).replaceAll('export const ', 'const ').replaceAll(helper.asked, helper.name)
  const missing = /require\("[^"]+"\)/.exec(code)
  if (missing)
    throw new Error(`Cannot compile the validators: Ajv asks for ${missing[0]}, which needs a module like ${helper.file}`)
  return `import { ${helper.name} } from '${helper.file}'\n${code}`
}
