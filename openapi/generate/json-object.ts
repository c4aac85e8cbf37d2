/** An object of the document, before its parts are known. */
export type JsonObject = { readonly [name: string]: unknown }

/** Whether a value has members by name. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as an object, or an error that names the place. */
export function objectAt(value: unknown, place: string): JsonObject {
  if (isJsonObject(value)) return value
  throw new Error(`Cannot read ${place}: expected an object, found ${JSON.stringify(value) ?? 'nothing'}`)
}

/** The members of an object that may be missing, each an object itself. */
export function members(value: unknown, place: string): [string, JsonObject][] {
  if (value === undefined) return []
  return Object.entries(objectAt(value, place)).map(([name, member]) => [name, objectAt(member, `${place}.${name}`)])
}
