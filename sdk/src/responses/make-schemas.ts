// Schemas as `zod/mini` makes them, without the parameters that its functions take, and without the kinds of schemas that
// only some of them need: together a fiftieth of all that a bundle has of the client.
import * as z from 'zod/mini'

/**
 * An object with these fields, and any others: they are kept, but they are not part of the type, or a misspelt field
 * would be one of them.
 */
// @__NO_SIDE_EFFECTS__
export function open<Shape extends z.core.$ZodShape>(shape: Shape): z.ZodMiniObject<Shape> {
  return objectOf(shape, unknown())
}

// @__NO_SIDE_EFFECTS__
export function objectOf<Shape extends z.core.$ZodShape>(shape: Shape, catchall: z.ZodMiniType): z.ZodMiniObject<Shape> {
  return new z.ZodMiniObject({ type: 'object', shape, catchall }) as unknown as z.ZodMiniObject<Shape>
}

/** A field that may be missing. */
// @__NO_SIDE_EFFECTS__
export function optional<Schema extends z.ZodMiniType>(schema: Schema): z.ZodMiniExactOptional<Schema> {
  Object.assign(schema._zod, { optin: 'optional', optout: 'optional' })
  return schema as unknown as z.ZodMiniExactOptional<Schema>
}

// @__NO_SIDE_EFFECTS__
export function string(): z.ZodMiniString<string> {
  return new z.ZodMiniString({ type: 'string' }) as unknown as z.ZodMiniString<string>
}

// @__NO_SIDE_EFFECTS__
export function unknown(): z.ZodMiniUnknown {
  return new z.ZodMiniUnknown({ type: 'unknown' })
}

// @__NO_SIDE_EFFECTS__
export function literal<const Value extends string | boolean>(...values: Value[]): z.ZodMiniLiteral<Value> {
  return new z.ZodMiniLiteral({ type: 'literal', values }) as unknown as z.ZodMiniLiteral<Value>
}

// @__NO_SIDE_EFFECTS__
export function union<const Options extends readonly z.ZodMiniType[]>(options: Options): z.ZodMiniUnion<Options> {
  return new z.ZodMiniUnion({ type: 'union', options }) as unknown as z.ZodMiniUnion<Options>
}

// @__NO_SIDE_EFFECTS__
export function arrayOf<Element extends z.ZodMiniType>(element: Element): z.ZodMiniArray<Element> {
  return new z.ZodMiniArray({ type: 'array', element }) as unknown as z.ZodMiniArray<Element>
}
