/** The name of a JSON type. */
export type JsonType = (typeof jsonTypes)[number]

export const jsonTypes = ['string', 'number', 'boolean', 'null', 'object', 'array'] as const

/** Returns the JSON type of a value. */
export function jsonTypeOf(value: unknown): JsonType {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'

  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object'
}

/** Formats types for a message, such as `a string or null`. */
export function describeTypes(types: readonly JsonType[]): string {
  return types.map((type) => articles[type]).join(' or ')
}

const articles: Readonly<Record<JsonType, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  null: 'null',
  object: 'an object',
  array: 'an array',
}
