import { isJsonObject, type JsonObject, resolveReference } from './document.ts'

const annotations = new Set(['description', 'summary', 'default', 'example', 'examples', 'externalDocs', 'xml', 'deprecated'])
const ofSchemas = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])
const literal = new Set(['const', 'enum', 'required', 'dependentRequired', 'type'])

/**
 * Creates a function that simplifies a schema of the document before it is compiled. It replaces references by their targets,
 * drops annotations, and distinguishes alternatives by their type or their tag.
 *
 * Ajv tries each alternative of a `oneOf` and collects the errors of all that fail, even in valid data. The document uses
 * `oneOf` because every tool reads it. The simplified schema is quick to check and gives one error.
 */
export function createSimplify(document: JsonObject): (schema: unknown) => JsonObject {
  const followed = new Map<string, JsonObject>()
  const pending = new Set<string>()

  function simplify(schema: unknown): JsonObject {
    if (!isJsonObject(schema)) throw new Error(`Cannot compile ${JSON.stringify(schema)}: expected a schema object`)
    if (typeof schema['$ref'] === 'string') return follow(schema['$ref'])
    const kept = Object.entries(schema).filter(
      ([keyword, value]) =>
        !annotations.has(keyword) && !keyword.startsWith('x-') && !(keyword === 'additionalProperties' && value === true),
    )
    const inner = Object.fromEntries(kept.map(([keyword, value]) => [keyword, simplifyMember(keyword, value)]))
    return dependOn(excludeValues(joinParts('oneOf' in inner ? simplifyAlternatives(inner) : inner)))
  }

  function simplifyMember(keyword: string, value: unknown): unknown {
    if (literal.has(keyword) || typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(simplify)
    if (!ofSchemas.has(keyword)) return simplify(value)
    const inherited = Object.keys(value).find((name) => name in Object.prototype)
    // A check for a constructor of its own would be slower than the others.
    if (inherited !== undefined) throw new Error(`Cannot compile a property named ${inherited}: every object has one`)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, simplify(member)]))
  }

  // A schema with two references stays one object, so it is compiled once.
  function follow(reference: string): JsonObject {
    const known = followed.get(reference)
    if (known !== undefined) return known
    if (pending.has(reference)) throw new Error(`Cannot compile ${reference}: it refers to itself`)
    pending.add(reference)
    const schema = simplify(resolveReference(document, reference))
    followed.set(reference, schema)
    return schema
  }

  return simplify
}

function simplifyAlternatives(schema: JsonObject): JsonObject {
  const { oneOf, ...rest } = schema
  const alternatives = Array.isArray(oneOf) ? oneOf.filter(isJsonObject) : []
  const joined = joinTypes(alternatives) ?? selectByTag(alternatives)
  if (joined === undefined) {
    const remedy = 'give each a type of its own, or a required property with an enum of its own'
    throw new Error(`Cannot distinguish the alternatives of a oneOf apart: ${remedy}: ${JSON.stringify(oneOf)}`)
  }
  const clash = Object.keys(rest).find((keyword) => keyword in joined)
  if (clash !== undefined) throw new Error(`Cannot compile a oneOf beside ${clash}: move ${clash} into its alternatives`)
  return { ...rest, ...joined }
}

/** Turns a pattern like `^(?!(a|b)$)` into the keyword `excludes`, whose error lists the refused values. */
function excludeValues(schema: JsonObject): JsonObject {
  const { pattern, ...rest } = schema
  const [, values] = /^\^\(\?!\(([\w|]+)\)\$\)$/.exec(String(pattern)) ?? []
  return values === undefined ? schema : { ...rest, excludes: values.split('|') }
}

/** Leaves out the parts of an `allOf` that add nothing to the type of the whole, such as an open map. */
function joinParts(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = schema
  if (!Array.isArray(allOf)) return schema
  const parts = allOf.filter((part) => Object.keys(part).some((keyword) => keyword !== 'type' || part.type !== rest['type']))
  return parts.length === 0 ? rest : schema
}

/** Turns `if: {required: [a]}, then: {required: [b]}` into `dependentRequired`, whose error has its path. */
function dependOn(schema: JsonObject): JsonObject {
  const { if: condition, then: consequence, ...rest } = schema
  const [given] = isJsonObject(condition) ? requiredOf(condition) : []
  if (given === undefined || !isJsonObject(consequence)) return schema
  const kept = [condition, consequence].filter((part) =>
    Object.values(Object(part).properties).some((inner) => Object.keys(Object(inner)).length),
  )
  if (kept.length > 0) throw new Error(`Cannot compile an if that says more than what is required: ${JSON.stringify(condition)}`)
  return { ...rest, dependentRequired: { [given]: requiredOf(consequence) } }
}

/**
 * Turns alternatives with a required enum property into cases of that property. One alternative may lack it, if it refuses all
 * the tags of the others.
 */
function selectByTag(alternatives: readonly JsonObject[]): JsonObject | undefined {
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

// A keyword that only applies to one type may be used beside a list of types.
const keywordsOfType: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'excludes'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  boolean: [],
  null: [],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
}

/**
 * Joins alternatives of different types into one schema with a list of types. Undefined if their types do not distinguish them.
 */
function joinTypes(alternatives: readonly JsonObject[]): JsonObject | undefined {
  const types = alternatives.map((alternative) => alternative['type'])
  if (new Set(types).size < types.length || !alternatives.every(hasKeywordsOfItsType)) return undefined
  return Object.assign({}, ...alternatives, { type: types })
}

function hasKeywordsOfItsType({ type, ...rest }: JsonObject): boolean {
  const keywords = typeof type === 'string' ? keywordsOfType[type] : undefined
  return keywords !== undefined && Object.keys(rest).every((keyword) => keywords.includes(keyword))
}
