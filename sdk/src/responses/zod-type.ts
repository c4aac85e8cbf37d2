import { $constructor, $ZodType } from 'zod/v4/core'
import type { Shape } from './shapes.ts'

/** A shape as a zod type: it nests with `z.object` and the like. */
// @__NO_SIDE_EFFECTS__
export function zodType<Output>(shape: Shape<Output>): $ZodType<Output> {
  return new ShapedType({ type: 'custom', shape }) as $ZodType<Output>
}

const ShapedType = /* @__PURE__ */ $constructor(
  'ShapedType',
  (type: $ZodType, definition: { readonly type: 'custom'; readonly shape: Shape }) => {
    $ZodType.init(type, definition)
    type._zod.parse = (payload) => {
      for (const { path, ...issue } of definition.shape(payload.value)) {
        payload.issues.push({ code: 'custom', input: payload.value, path: [...path], params: issue, message: issue.message })
      }
      return payload
    }
  },
)

/** The shape that a type was made of, to judge without the detour through zod. */
export function shapeOf(type: $ZodType): Shape {
  return (type._zod.def as unknown as { readonly shape: Shape }).shape
}
