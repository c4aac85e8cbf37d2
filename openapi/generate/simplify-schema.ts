import { excludeTag } from './exclude-tag.ts'
import { joinTypes } from './join-types.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'
import { resolveReference } from './resolve-reference.ts'
import { selectByTag } from './select-by-tag.ts'

const annotations = new Set(['description', 'summary', 'default', 'example', 'examples', 'externalDocs', 'xml', 'deprecated'])
const ofSchemas = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])
const literal = new Set(['const', 'enum', 'required', 'dependentRequired', 'type'])

/**
 * Makes a function that turns a schema of the document into an equal one to compile: references are replaced by what
 * they refer to, annotations go, and alternatives are told apart by their type or their tag.
 *
 * Ajv tries each alternative of a `oneOf` and collects the errors of all that fail, in valid data too. The document
 * keeps to `oneOf` because every tool reads it; here it becomes what is quick to check and gives one error.
 */
export function createSimplify(document: JsonObject): (schema: unknown) => JsonObject {
  const followed = new Map<string, JsonObject>()
  const pending = new Set<string>()

  function simplify(schema: unknown): JsonObject {
    if (!isJsonObject(schema)) throw new Error(`Cannot compile ${JSON.stringify(schema)}: expected a schema object`)
    if (typeof schema['$ref'] === 'string') return follow(schema['$ref'])
    const kept = Object.entries(schema).filter(([keyword]) => !annotations.has(keyword) && !keyword.startsWith('x-'))
    const inner = Object.fromEntries(kept.map(([keyword, value]) => [keyword, simplifyMember(keyword, value)]))
    return excludeTag('oneOf' in inner ? simplifyAlternatives(inner) : inner)
  }

  function simplifyMember(keyword: string, value: unknown): unknown {
    if (literal.has(keyword) || typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(simplify)
    if (!ofSchemas.has(keyword)) return simplify(value)
    const inherited = Object.keys(value).find((name) => name in Object.prototype)
    // To find out whether an object has a constructor of its own takes a slower check than the others need.
    if (inherited !== undefined) throw new Error(`Cannot compile a property named ${inherited}: every object has one`)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, simplify(member)]))
  }

  // What is referred to twice is one object both times, and so is compiled once.
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
    throw new Error(`Cannot tell the alternatives of a oneOf apart: ${remedy}: ${JSON.stringify(oneOf)}`)
  }
  const clash = Object.keys(rest).find((keyword) => keyword in joined)
  if (clash !== undefined) throw new Error(`Cannot compile a oneOf beside ${clash}: move ${clash} into its alternatives`)
  return { ...rest, ...joined }
}
