import { EXIT, UsageError } from './explain-error.ts'
import type { Io } from './io.ts'
import { isJsonObject, readJson } from './json-input.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Prints the types of the tools of a manifest. The fields of a manifest are not documented (MAN-BODY), so
 * tool sets, tools and parameters are looked for under usual names. Everything else has the type unknown.
 */
export async function printToolTypes(path: string, io: Io): Promise<number> {
  const whole = await readJson(path, io)
  const toolsets = Array.isArray(whole) ? whole : firstOf(whole, 'toolsets', 'toolSets', 'tool_sets')
  if (!Array.isArray(toolsets)) {
    throw new UsageError(`${path === '-' ? 'standard input' : path} lists no tool sets: expected { "toolsets": [...] }`)
  }
  const members = toMembers(toolsets, (toolset) => {
    // Another version of it may be there, too.
    const same = toolsets.filter((each) => nameOf(each) === nameOf(toolset)).map((each) => firstOf(each, 'tools'))
    return `{\n${toMembers(same.flat(), typeOfParameters).join('').replace(/^/gm, '  ').trimEnd()}\n  }`
  })
  io.out(`// From a manifest: the arguments of its tools, for execute<Tools>(...). Undescribed arguments are unknown.
export interface Tools {
${members.join('')}}
`)
  return EXIT.success
}

function toMembers(things: readonly unknown[], toType: (thing: unknown) => string): string[] {
  const types = new Map<string, string>()
  for (const thing of things) {
    const name = nameOf(thing)
    if (typeof name !== 'string') continue
    const description = firstOf(thing, 'description')
    const comment =
      typeof description === 'string' ? `  /** ${description.replace(/\s+/g, ' ').replaceAll('*/', '*\\/').trim()} */\n` : ''
    types.set(name, `${comment}  readonly ${toKey(name)}: ${toType(thing)}\n`)
  }
  return [...types.values()]
}

function nameOf(thing: unknown): unknown {
  return firstOf(thing, 'id', 'name')
}

/**
 * Returns the type of the arguments of a tool, or `never` for a tool without parameters. Parameters are a list with names, as in
 * openapi.yaml, or a JSON Schema, as in MCP.
 */
function typeOfParameters(tool: unknown): string {
  const parameters = firstOf(tool, 'parameters', 'inputSchema', 'input_schema')
  const described = Array.isArray(parameters) ? parameters : firstOf(parameters, 'properties')
  if (typeof described === 'object' && described !== null && Object.keys(described).length === 0) return 'never'
  if (!Array.isArray(parameters)) return typeOf(parameters)
  const members = parameters.map((parameter: unknown) => {
    return [
      firstOf(parameter, 'name'),
      firstOf(parameter, 'schema') ?? parameter,
      firstOf(parameter, 'required') === true,
    ] as const
  })
  return members.every(isNamed) ? typeOfObject(members) : 'unknown'
}

type Member<Name = string> = readonly [name: Name, schema: unknown, required: boolean]

function isNamed(member: Member<unknown>): member is Member {
  return typeof member[0] === 'string'
}

/** The name of a member, in quotes where it needs them. */
function toKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

/** The source text of the type of what a JSON Schema describes. */
function typeOf(schema: unknown): string {
  const { additionalProperties, const: only, enum: values, items, properties, required, type }: Fields = Object(schema)
  const alternatives = firstOf(schema, 'oneOf', 'anyOf')
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(values)) return union(values.map((value) => JSON.stringify(value)))
  if (Array.isArray(alternatives)) return union(alternatives.map(typeOf))
  if (Array.isArray(type)) return union(type.map((each: unknown) => typeOf({ ...Object(schema), type: each })))
  if (type === 'array') return `readonly ${items === undefined ? 'unknown' : `(${typeOf(items)})`}[]`
  if (type === 'object' || isJsonObject(properties)) {
    const needed: readonly unknown[] = Array.isArray(required) ? required : []
    const members = Object.entries(isJsonObject(properties) ? properties : {})
    if (members.length > 0) return typeOfObject(members.map(([name, each]) => [name, each, needed.includes(name)]))
    return `{ readonly [name: string]: ${isJsonObject(additionalProperties) ? typeOf(additionalProperties) : 'unknown'} }`
  }
  if (type === 'integer') return 'number'
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'null' ? type : 'unknown'
}

function typeOfObject(members: readonly Member[]): string {
  const texts = members.map(([name, schema, required]) => `readonly ${toKey(name)}${required ? '' : '?'}: ${typeOf(schema)}`)
  return `{ ${texts.join('; ')} }`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ') || 'never'
}

function firstOf(value: unknown, ...names: readonly string[]): unknown {
  const fields = isJsonObject(value) ? value : {}
  return fields[names.find((name) => Object.hasOwn(fields, name)) ?? '']
}
