import type { Problem } from './problem.ts'
import type { StandardSchema } from './standard-schema.ts'
import { toPlace } from './to-place.ts'

/** What a schema makes of a value, or the places that it refuses. */
export type Applied = { readonly value: unknown; readonly problems?: undefined } | { readonly problems: readonly Problem[] }

/** Applies the schema of a caller. Its transformations and defaults count. */
export async function applySchema(
  schema: StandardSchema,
  input: { readonly whole: string; readonly value: unknown },
): Promise<Applied> {
  const result = await schema['~standard'].validate(input.value)
  if (!result.issues) return { value: result.value }
  return {
    problems: result.issues.map(({ path = [], message }) => {
      const keys = path.map((step) => (typeof step === 'object' ? step.key : step))
      return { place: toPlace([input.whole, ...keys]), message }
    }),
  }
}
