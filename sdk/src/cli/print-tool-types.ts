import type { CallFlags } from './create-clients.ts'
import { EXIT, UsageError } from './explain-error.ts'
import type { RedactedIo } from './io.ts'
import { isJsonObject, readJson } from './json-input.ts'
import { requestManifest } from './run-command.ts'

/**
 * Runs `wfhost types`: prints a TypeScript interface with the arguments of each tool of a manifest. Without a file, it requests the
 * manifest from the registry. The user passes the interface
 * to `execute<Tools>(...)`, so that the compiler checks the arguments.
 *
 * The fields of a manifest are not documented (MAN-BODY), so tool sets, tools and parameters are looked for under usual names.
 * Everything else has the type unknown.
 */
export async function printToolTypes(path: string | undefined, flags: CallFlags, io: RedactedIo): Promise<number> {
  const manifest = path === undefined ? await requestManifest(flags, io) : await readJson(path, io)
  const toolsets: unknown = Array.isArray(manifest) ? manifest : readFirst(manifest, 'toolsets', 'toolSets', 'tool_sets')
  if (!Array.isArray(toolsets) || !toolsets.some(hasName)) {
    throw new UsageError(
      `${describeSource(path)} lists no tool sets: expected { "toolsets": [{ "name": "mail", "tools": [...] }] }`,
    )
  }

  const members = writeMembers(toolsets, (toolset) => writeToolset(toolset, toolsets))
  const code = `// From a manifest: the arguments of its tools, for execute<Tools>(...). Undescribed arguments are unknown.
export interface Tools {
${members.join('')}}
`
  io.out(flags.json ? `${JSON.stringify({ code })}\n` : code)
  return EXIT.success
}

/** Names where the manifest comes from. */
function describeSource(path: string | undefined): string {
  if (path === undefined) return 'the manifest of the registry'
  return path === '-' ? 'standard input' : path
}

/** Writes the type of a tool set. A manifest can list several versions of it, so it gets the tools of all of them. */
function writeToolset(toolset: unknown, allToolsets: readonly unknown[]): string {
  const versions = allToolsets.filter((candidate) => readName(candidate) === readName(toolset))
  const tools = versions.flatMap((version) => readFirst(version, 'tools'))
  return `{\n${indent(writeMembers(tools, writeParameters).join(''))}\n  }`
}

function indent(lines: string): string {
  return lines.replace(/^/gm, '  ').trimEnd()
}

/**
 * Writes a member for each tool set or tool, such as `readonly mail: unknown`, with its description as a comment. If several have
 * the same name, the last one counts.
 */
function writeMembers(items: readonly unknown[], writeItemType: (item: unknown) => string): string[] {
  const members = new Map<string, string>()
  for (const item of items) {
    const name = readName(item)
    if (typeof name !== 'string') continue

    const comment = writeComment(readFirst(item, 'description'))
    members.set(name, `${comment}  readonly ${writeKey(name)}: ${writeItemType(item)}\n`)
  }
  return [...members.values()]
}

/** Writes a description as a comment on one line, which the description must not end. */
function writeComment(description: unknown): string {
  if (typeof description !== 'string') return ''
  return `  /** ${description.replace(/\s+/g, ' ').replaceAll('*/', '*\\/').trim()} */\n`
}

function readName(item: unknown): unknown {
  return readFirst(item, 'id', 'name')
}

function hasName(item: unknown): boolean {
  return typeof readName(item) === 'string'
}

/**
 * Writes the type of the arguments of a tool, or `never` for a tool without parameters. Parameters are a list with names, as in
 * openapi.yaml, or a JSON Schema, as in MCP.
 */
function writeParameters(tool: unknown): string {
  const parameters = readFirst(tool, 'parameters', 'inputSchema', 'input_schema')
  const described = Array.isArray(parameters) ? parameters : readFirst(parameters, 'properties')
  const hasNone = typeof described === 'object' && described !== null && Object.keys(described).length === 0
  if (hasNone) return 'never'
  if (!Array.isArray(parameters)) return writeType(parameters)

  const members = parameters.map(toMember)
  return members.every(isNamed) ? writeObjectType(members) : 'unknown'
}

type Member<Name = string> = readonly [name: Name, schema: unknown, isRequired: boolean]

/** Reads a parameter of a list. Its schema is the member `schema`, or else the parameter itself. */
function toMember(parameter: unknown): Member<unknown> {
  const schema = readFirst(parameter, 'schema') ?? parameter
  const isRequired = readFirst(parameter, 'required') === true
  return [readFirst(parameter, 'name'), schema, isRequired]
}

function isNamed(member: Member<unknown>): member is Member {
  return typeof member[0] === 'string'
}

/** Writes the name of a member, in quotes if it needs them. */
function writeKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

type Fields = Readonly<Record<string, unknown>>

/** Writes the TypeScript type that a JSON Schema describes, such as `readonly (string | null)[]`. */
function writeType(schema: unknown): string {
  const { const: onlyValue, enum: values, items, properties, type }: Fields = Object(schema)

  if (onlyValue !== undefined) return JSON.stringify(onlyValue)
  if (Array.isArray(values)) return writeUnion(values.map((value) => JSON.stringify(value)))

  const alternatives = readFirst(schema, 'oneOf', 'anyOf')
  if (Array.isArray(alternatives)) return writeUnion(alternatives.map(writeType))
  if (Array.isArray(type)) return writeUnion(type.map((each: unknown) => writeType({ ...Object(schema), type: each })))

  if (type === 'array') return `readonly ${items === undefined ? 'unknown' : `(${writeType(items)})`}[]`
  if (type === 'object' || isJsonObject(properties)) return writeObjectSchema(Object(schema))

  if (type === 'integer') return 'number'
  const isSameInTypeScript = type === 'string' || type === 'number' || type === 'boolean' || type === 'null'
  return isSameInTypeScript ? type : 'unknown'
}

/** Writes the type of an object: its properties or, if it has none, the type of all its members. */
function writeObjectSchema({ additionalProperties, properties, required }: Fields): string {
  const requiredNames: readonly unknown[] = Array.isArray(required) ? required : []
  const entries = Object.entries(isJsonObject(properties) ? properties : {})
  if (entries.length > 0) return writeObjectType(entries.map(([name, each]) => [name, each, requiredNames.includes(name)]))

  const memberType = isJsonObject(additionalProperties) ? writeType(additionalProperties) : 'unknown'
  return `{ readonly [name: string]: ${memberType} }`
}

function writeObjectType(members: readonly Member[]): string {
  const texts = members.map(([name, schema, isRequired]) => {
    return `readonly ${writeKey(name)}${isRequired ? '' : '?'}: ${writeType(schema)}`
  })
  return `{ ${texts.join('; ')} }`
}

function writeUnion(types: readonly string[]): string {
  return [...new Set(types)].join(' | ') || 'never'
}

/** Reads the first of several fields that an object has. Returns undefined without such a field, and for any other value. */
function readFirst(value: unknown, ...names: readonly string[]): unknown {
  if (!isJsonObject(value)) return undefined
  const name = names.find((candidate) => Object.hasOwn(value, candidate))
  return name === undefined ? undefined : value[name]
}
