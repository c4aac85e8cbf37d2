import * as z from 'zod'

/** The JSON Schema of what a schema accepts, for editors and for the document of the control surface. */
export function toJsonSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  // A value that JSON does not have is for code only; what is checked by a function may be any JSON.
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  return made
}
