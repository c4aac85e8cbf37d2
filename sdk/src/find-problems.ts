import type { $ZodType } from 'zod/v4/core'
import type { Problem } from './problem.ts'
import { toPlace } from './to-place.ts'
import { judge } from './zod-types.ts'

/** Lists the places where a value does not fit a schema; none when it does. */
export function findProblems(schema: $ZodType, value: unknown): readonly Problem[] {
  return judge(schema, value).map(({ path, message }) => ({ place: toPlace(path), message }))
}
