import type { Shape } from './shape.ts'
import { worldSchema } from './world-schema.ts'

/**
 * Writes the JSON Schema of a world file, for editors: `wfhost-mock schema` prints it.
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

/** A shape has no member that is not listed; a JSON Schema has to say so. */
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
