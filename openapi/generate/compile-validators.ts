import { _, type CodeKeywordDefinition, type KeywordCxt, Name } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { getProperty } from 'ajv/dist/compile/codegen/index.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import type { JsonObject } from './document.ts'

// Compiled code requires this function from Ajv at run time. It gets ours, and needs neither Ajv nor require.
const request = 'require("ajv/dist/runtime/ucs2length").default'

// Compiled functions do not call each other, so each gets only a value. A default object would be created for each call.
const context = '{instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}'

/** Compiles each schema to a function of its name, and returns the code of all. */
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
    .replaceAll(request, countCharacters.name)
    .replaceAll(context, 'instancePath = ""')
  const missing = /require\("[^"]+"\)/.exec(code)
  if (missing)
    throw new Error(`Cannot compile the validators: Ajv requires ${missing[0]}, give it a function like ${countCharacters.name}`)
  return `${countCharacters}\n${code}`
}

/**
 * Creates an Ajv for this document. It is strict, so that it reports a misspelt keyword, and knows the keywords of OpenAPI and
 * of this project.
 */
export function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    // A refusal must not require the type object: generators of examples fail if it does.
    strictTypes: false,
    // An error then contains its schema, which states the expected value.
    verbose: true,
    messages: false,
    code: { source: true, esm: true },
  })
  return ajv.addVocabulary(['x-requirements', 'x-unspecified', 'example', 'externalDocs', 'xml'])
}

/**
 * `selectBy: status, cases: {success: …, failed: …}, otherwise: …` applies only the schema that the tag names. An error then
 * comes from the intended alternative, and no errors are created for the others.
 */
const selectByKeyword: CodeKeywordDefinition = {
  keyword: 'selectBy',
  type: 'object',
  schemaType: 'string',
  error: { message: 'must have a known tag' },
  code(context: KeywordCxt) {
    const { data, gen, parentSchema, schema } = context
    const valid = gen.let('valid', true)
    const tag = gen.const('tag', _`${data}${getProperty(schema)}`)
    gen.if(false)
    for (const value of Object.keys(parentSchema['cases'])) {
      gen.elseIf(_`${tag} === ${value}`)
      apply({ keyword: 'cases', schemaProp: value })
    }
    gen.else()
    if (parentSchema['otherwise'] !== undefined) apply({ keyword: 'otherwise' })
    else context.error()
    gen.endIf()
    context.ok(valid)

    function apply(alternative: { readonly keyword: string; readonly schemaProp?: string }): void {
      const applied = gen.name('valid')
      const evaluated = context.subschema(alternative, applied)
      context.mergeEvaluated(evaluated, Name)
      gen.assign(valid, applied)
    }
  },
}

/** `excludes: [success, failed]` refuses the values of a list. */
const excludesKeyword: CodeKeywordDefinition = {
  keyword: 'excludes',
  schemaType: 'array',
  error: { message: 'must not be one of the excluded values' },
  code(context: KeywordCxt) {
    const { data, schema } = context
    const values: readonly string[] = schema
    context.fail(values.map((value) => _`${data} === ${value}`).reduce((either, next) => _`${either} || ${next}`))
  },
}

/** The length of a text in characters, as in JSON Schema: a surrogate pair counts as one. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
