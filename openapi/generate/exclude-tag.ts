import { isJsonObject, type JsonObject } from './json-object.ts'
import { refusedTag } from './refused-tag.ts'

/** Turns the refusal of a tag into the keyword `excludes` on the property itself, where an error has its place. */
export function excludeTag(schema: JsonObject): JsonObject {
  const refused = refusedTag(schema)
  if (refused === undefined || schema['type'] !== 'object') return schema
  const { not: _, properties, ...rest } = schema
  const known = isJsonObject(properties) ? properties : {}
  const property = { ...Object(known[refused.name]), excludes: refused.values }
  return { ...rest, properties: { ...known, [refused.name]: property } }
}
