import { isJsonObject, type JsonObject } from './json-object.ts'

/**
 * Alternatives that are told apart by a required property with an enum, as cases of that property. One of them may
 * have no such property, if it refuses all the tags of the others.
 */
export function selectByTag(alternatives: readonly JsonObject[]): JsonObject | undefined {
  if (!alternatives.every((alternative) => alternative['type'] === 'object')) return undefined
  const names = new Set(alternatives.flatMap((alternative) => requiredOf(alternative)))
  for (const name of names) {
    const selected = selectBy(name, alternatives)
    if (selected !== undefined) return selected
  }
  return undefined
}

function selectBy(name: string, alternatives: readonly JsonObject[]): JsonObject | undefined {
  const tagged = alternatives.filter((alternative) => tagsOf(alternative, name).length > 0)
  const others = alternatives.filter((alternative) => !tagged.includes(alternative))
  const cases = tagged.flatMap((alternative) => tagsOf(alternative, name).map((tag) => [tag, alternative] as const))
  const tags = cases.map(([tag]) => tag)
  if (new Set(tags).size < tags.length || others.length > 1) return undefined
  const selected = { type: 'object', selectBy: name, cases: Object.fromEntries(cases) }
  const [other] = others
  if (other === undefined) return selected
  const refused = excludedValues(other, name)
  return tags.every((tag) => refused.includes(tag)) ? { ...selected, otherwise: other } : undefined
}

function tagsOf(schema: JsonObject, name: string): readonly string[] {
  const values = requiredOf(schema).includes(name) ? propertyOf(schema, name)['enum'] : undefined
  return Array.isArray(values) && values.every((value) => typeof value === 'string') ? values : []
}

function excludedValues(schema: JsonObject, name: string): readonly unknown[] {
  const { excludes } = propertyOf(schema, name)
  return Array.isArray(excludes) ? excludes : []
}

function propertyOf({ properties }: JsonObject, name: string): JsonObject {
  const property = isJsonObject(properties) ? properties[name] : undefined
  return isJsonObject(property) ? property : {}
}

function requiredOf({ required }: JsonObject): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}
