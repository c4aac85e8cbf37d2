// The parts of zod that the client needs, from its core: two thirds of the size of `zod/mini`, whose methods are not
// needed here. The constructors are typed for any definition, so each result is cast to what it was made of.
import {
  type $catchall,
  type $loose,
  $ZodArray,
  $ZodBoolean,
  $ZodCheck,
  $ZodLiteral,
  $ZodNumber,
  $ZodObject,
  $ZodOptional,
  type $ZodShape,
  $ZodString,
  type $ZodType,
  $ZodUnion,
  $ZodUnknown,
} from 'zod/v4/core'

/** Any JSON, also null; it must be present all the same where an object has it. */
export function anything(): $ZodUnknown {
  return new $ZodUnknown({ type: 'unknown' })
}

/** A string. */
export function string(...checks: $ZodCheck<string>[]): $ZodString {
  return new $ZodString({ type: 'string', checks })
}

/** A finite number. */
export function number(): $ZodNumber {
  return new $ZodNumber({ type: 'number', checks: [] })
}

/** True or false. */
export function boolean(): $ZodBoolean {
  return new $ZodBoolean({ type: 'boolean' })
}

/** One string and no other. */
export function literal<const Value extends string>(value: Value): $ZodLiteral<Value> {
  return new $ZodLiteral({ type: 'literal', values: [value] }) as $ZodLiteral<Value>
}

/** An object with these fields, and any others. */
export function object<Shape extends $ZodShape>(shape: Shape, ...checks: $ZodCheck[]): $ZodObject<Shape, $loose> {
  return new $ZodObject({ type: 'object', shape, checks, catchall: anything() }) as $ZodObject<Shape, $loose>
}

/** An object whose fields are all of one kind. */
export function map<Value extends $ZodType>(value: Value): $ZodObject<Record<never, never>, $catchall<Value>> {
  return new $ZodObject({ type: 'object', shape: {}, catchall: value }) as $ZodObject<Record<never, never>, $catchall<Value>>
}

/** A field that may be absent. */
export function optional<Inner extends $ZodType>(innerType: Inner): $ZodOptional<Inner> {
  return new $ZodOptional({ type: 'optional', innerType }) as $ZodOptional<Inner>
}

/** An array. */
export function array<Element extends $ZodType>(element: Element): $ZodArray<Element> {
  return new $ZodArray({ type: 'array', element }) as $ZodArray<Element>
}

/** One of several kinds. */
export function oneOf<const Options extends readonly $ZodType[]>(...options: Options): $ZodUnion<Options> {
  return new $ZodUnion({ type: 'union', options }) as unknown as $ZodUnion<Options>
}

/** A condition that a type cannot say. */
export function check<Value>(message: string, fits: (value: Value) => boolean): $ZodCheck<Value> {
  const check = new $ZodCheck({ check: 'custom' })
  check._zod.check = (payload) => {
    const input = payload.value as Value
    if (!fits(input)) payload.issues.push({ code: 'custom', message, input, path: [] })
  }
  return check as $ZodCheck<Value>
}
