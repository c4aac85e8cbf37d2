import { isJsonObject, type JsonObject, resolveReference } from '../generate/document.ts'
import type { IsValid } from './as-written.ts'

/** A value without one thing that its schema requires. */
export interface Removal {
  readonly removed: string
  readonly value: unknown
}

interface Reader {
  readonly document: JsonObject
  readonly isValid: IsValid
}

/** Every way to take one required member out of a value, at every depth. */
export function listRemovals(schema: unknown, { document, isValid, value }: Reader & { readonly value: unknown }): Removal[] {
  const reader = { document, isValid }
  if (!isJsonObject(schema)) return []
  const { $ref: reference, oneOf } = schema
  if (typeof reference === 'string') return listRemovals(resolveReference(document, reference), { ...reader, value })
  if (Array.isArray(oneOf)) {
    const matching = oneOf.find((alternative) => isValid(alternative, value))
    return listRemovals(matching, { ...reader, value })
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      listRemovals(schema['items'], { ...reader, value: item }).map((removal) => ({
        removed: `[${index}].${removal.removed}`,
        value: value.with(index, removal.value),
      })),
    )
  }
  return isJsonObject(value) ? removalsOfObject(schema, { ...reader, value }) : []
}

function removalsOfObject(schema: JsonObject, { value, ...reader }: Reader & { readonly value: JsonObject }): Removal[] {
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : []
  const own = required
    .filter((name) => name in value)
    .map((name) => ({ removed: name, value: Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)) }))
  const inner = Object.entries(value).flatMap(([name, member]) =>
    listRemovals(memberSchema(schema, name), { ...reader, value: member }).map((removal) => ({
      removed: `${name}.${removal.removed}`,
      value: { ...value, [name]: removal.value },
    })),
  )
  return [...own, ...inner]
}

function memberSchema({ additionalProperties, properties }: JsonObject, name: string): unknown {
  return isJsonObject(properties) && name in properties ? properties[name] : additionalProperties
}
