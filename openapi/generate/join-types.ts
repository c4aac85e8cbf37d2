import type { JsonObject } from './json-object.ts'

// A keyword that says nothing about values of other types may stand beside a list of types.
const keywordsOfType: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  boolean: [],
  null: [],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
}

/** Alternatives of different types as one schema with a list of types; undefined when a type does not tell them apart. */
export function joinTypes(alternatives: readonly JsonObject[]): JsonObject | undefined {
  const types = alternatives.map((alternative) => alternative['type'])
  if (new Set(types).size < types.length || !alternatives.every(hasKeywordsOfItsType)) return undefined
  return Object.assign({}, ...alternatives, { type: types })
}

function hasKeywordsOfItsType({ type, ...rest }: JsonObject): boolean {
  const keywords = typeof type === 'string' ? keywordsOfType[type] : undefined
  return keywords !== undefined && Object.keys(rest).every((keyword) => keywords.includes(keyword))
}
