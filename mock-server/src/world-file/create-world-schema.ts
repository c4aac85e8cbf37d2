import type { Shape } from './shape.ts'
import { worldSchema } from './world-schema.ts'

/**
 * Returns the JSON Schema of world files, for editors: `wfhost-mock schema` prints it.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createWorldSchema } from '@wfhost/mock-server/world-file'
 *
 * assert.equal(Reflect.get(createWorldSchema(), '$schema'), 'https://json-schema.org/draft/2020-12/schema')
 * ```
 */
export function createWorldSchema(): object {
  return closed(worldSchema)
}

/** A shape allows no other members; a JSON Schema has to say so. */
export function closed(shape: Shape): object {
  const { additionalProperties, items, properties, ...rest } = shape
  return {
    ...rest,
    ...(items === undefined ? {} : { items: closed(items) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, closed(inner)])),
          additionalProperties: false,
        }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: closed(additionalProperties) }),
  }
}
