import type { Problem } from './problem.ts'
import type { Shape } from './shapes.ts'
import { toPlace } from './to-place.ts'

/** Lists where a value does not match a shape. */
export function findProblems(shape: Shape, value: unknown): readonly Problem[] {
  return shape(value).map(({ path, message }) => ({ place: toPlace(path), message }))
}
