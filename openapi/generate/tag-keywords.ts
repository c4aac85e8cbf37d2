import { _, type CodeKeywordDefinition, type KeywordCxt, Name } from 'ajv'
import { getProperty } from 'ajv/dist/compile/codegen/index.js'

/**
 * `selectBy: status, cases: {success: …, failed: …}, otherwise: …` applies the one schema that the tag names, so that
 * an error comes from the alternative that was meant, and none is made while others are tried.
 */
export const selectByKeyword: CodeKeywordDefinition = {
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
export const excludesKeyword: CodeKeywordDefinition = {
  keyword: 'excludes',
  schemaType: 'array',
  error: { message: 'must not be one of the excluded values' },
  code(context: KeywordCxt) {
    const { data, schema } = context
    const values: readonly string[] = schema
    context.fail(values.map((value) => _`${data} === ${value}`).reduce((either, next) => _`${either} || ${next}`))
  },
}
