// Schemas of zod's core: without the methods of `zod/mini`, which `schemas.ts` gives them, and without the kinds of schemas
// that only some of them need. Together these are a fifteenth of all that a bundle has of the client.
import * as core from 'zod/v4/core'

/**
 * Makes the schema of an object with these fields and any others. The others are kept, but they are not part of the type.
 * Otherwise the compiler would accept a misspelt field.
 */
// @__NO_SIDE_EFFECTS__
export function open<Shape extends core.$ZodShape>(
  shape: Shape,
  ...checks: core.$ZodCheck<object>[]
): core.$ZodObject<Shape, core.$strip> {
  return new core.$ZodObject({ type: 'object', shape, catchall: unknown(), checks }) as core.$ZodObject<never>
}

/** Makes the schema of an object in which every field has the same schema, under any name. */
// @__NO_SIDE_EFFECTS__
export function recordOf<Schema extends core.$ZodType>(
  catchall: Schema,
): core.$ZodObject<Record<never, never>, core.$catchall<Schema>> {
  return new core.$ZodObject({ type: 'object', shape: {}, catchall }) as never
}

/** Marks a schema as that of a field that may be missing. It sets what zod reads for this, without the code of a wrapping schema. */
// @__NO_SIDE_EFFECTS__
export function optional<Schema extends core.$ZodType>(schema: Schema): core.$ZodExactOptional<Schema> {
  Object.assign(schema._zod, { optin: 'optional', optout: 'optional' })
  return schema as unknown as core.$ZodExactOptional<Schema>
}

// @__NO_SIDE_EFFECTS__
export function string(): core.$ZodString<string> {
  return new core.$ZodString({ type: 'string' }) as core.$ZodString<string>
}

// @__NO_SIDE_EFFECTS__
export function unknown(): core.$ZodUnknown {
  return new core.$ZodUnknown({ type: 'unknown' })
}

// @__NO_SIDE_EFFECTS__
export function literal<const Value extends string | boolean>(...values: Value[]): core.$ZodLiteral<Value> {
  return new core.$ZodLiteral({ type: 'literal', values }) as core.$ZodLiteral<Value>
}

// @__NO_SIDE_EFFECTS__
export function union<const Options extends readonly core.$ZodType[]>(options: Options): core.$ZodUnion<Options> {
  return new core.$ZodUnion({ type: 'union', options }) as unknown as core.$ZodUnion<Options>
}

// @__NO_SIDE_EFFECTS__
export function arrayOf<Element extends core.$ZodType>(element: Element): core.$ZodArray<Element> {
  return new core.$ZodArray({ type: 'array', element }) as core.$ZodArray<Element>
}
