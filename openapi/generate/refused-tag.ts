import { isJsonObject, type JsonObject } from './json-object.ts'

/** A property and the values that an object must not have there. */
export interface RefusedTag {
  readonly name: string
  readonly values: readonly unknown[]
}

/** Reads `not: {type: object, required: [name], properties: {name: {enum: values}}}`, and nothing that says more. */
export function refusedTag(schema: JsonObject): RefusedTag | undefined {
  const { not } = schema
  if (!isJsonObject(not) || not['type'] !== 'object' || Object.keys(not).length !== 3) return undefined
  const { properties, required } = not
  if (!Array.isArray(required) || required.length !== 1 || !isJsonObject(properties)) return undefined
  const name = String(required[0])
  const { enum: values, type, ...rest } = isJsonObject(properties[name]) ? properties[name] : {}
  const saysMore = Object.keys(properties).length !== 1 || Object.keys(rest).length > 0 || (type ?? 'string') !== 'string'
  return Array.isArray(values) && !saysMore ? { name, values } : undefined
}
