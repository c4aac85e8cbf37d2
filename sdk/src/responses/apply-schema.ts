import type { StandardSchemaV1 as StandardSchema } from '@standard-schema/spec'
import type { Problem } from './problems.ts'
import { toPlace } from './to-place.ts'

/** The output of a schema, or what it refuses. */
export type Applied = { readonly value: unknown; readonly problems?: undefined } | { readonly problems: readonly Problem[] }

/** Validates a value with a schema of the caller and returns its output: transformations and defaults apply. */
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
