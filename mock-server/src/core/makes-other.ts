import type { ArgumentSchema } from './workflow-definition.ts'

/**
 * Whether a schema is known not to take what it makes: as JSON Schema, which some libraries give (standardschema.dev),
 * both sides differ, or one has no such form, as a transformation has none. What is there by default does not count.
 */
export function makesOther(schema: ArgumentSchema): boolean {
  const { jsonSchema } = Object(schema['~standard'])
  if (typeof jsonSchema?.input !== 'function' || typeof jsonSchema.output !== 'function') return false
  try {
    return formOf(jsonSchema.input({ target })) !== formOf(jsonSchema.output({ target }))
  } catch {
    return true
  }
}

const target = 'draft-2020-12'

function formOf(schema: unknown): string {
  return JSON.stringify(schema, (name, value: unknown) =>
    name === 'required' || name === 'additionalProperties' || name === 'default' ? undefined : value,
  )
}
