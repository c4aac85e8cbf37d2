import type { ArgumentSchema } from '../workflows/workflow-definition.ts'

/**
 * Whether a schema is known to transform its input, so that it would not accept its own output. Compares the JSON Schemas
 * of both (standardschema.dev), apart from defaults; a transformation has none.
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
