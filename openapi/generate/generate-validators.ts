import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'
import { createDereference } from './dereference.ts'
import { generatedNote } from './generated-note.ts'
import { type DocumentNode, members, objectAt } from './read-document.ts'

/**
 * Compiles every schema of the document into plain functions: no schema is compiled, and no code made, at run time.
 *
 * @throws when a schema does not compile.
 */
export async function generateValidators(document: DocumentNode): Promise<string> {
  const compiled = compileSchemas(document)
  const tables = [
    `export const schemas = ${literal(compiled.schemas)}`,
    `export const requestBodies = ${literal(compiled.requestBodies)}`,
    `export const parameters = ${literal(compiled.parameters)}`,
    `export const responses = ${literal(compiled.responses)}`,
  ]
  // Only the tables are exported.
  const code = `${compiled.code}\n${tables.join('\n')}\n`
  // Ajv requires its helpers; bundled, they need no module system and no Ajv at run time.
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    minifyWhitespace: true,
    lineLimit: 200,
    write: false,
    logLevel: 'silent',
  })
  return generatedNote + outputFiles.map((file) => file.text).join('')
}

interface Reference {
  readonly code: string
}

type Table = { readonly [name: string]: Table | Reference | boolean }

function compileSchemas(document: DocumentNode): Readonly<Record<'schemas' | 'requestBodies' | 'parameters' | 'responses', Table>> & { readonly code: string } {
  const dereference = createDereference(document)
  const names = new Map<unknown, string>()
  const reference = (schema: unknown): Reference => {
    if (!names.has(schema)) names.set(schema, `schema${names.size}`)
    return { code: names.get(schema) ?? '' }
  }
  const tables = {
    schemas: Object.fromEntries(
      Object.keys(objectAt(objectAt(document['components'], 'components')['schemas'], 'components.schemas')).map((name) => [
        name,
        reference(dereference({ $ref: `#/components/schemas/${name}` })),
      ]),
    ),
    ...operationTables(document, { dereference, reference }),
  }
  // Verbose errors carry the schema that failed, from which a problem says what it expected.
  const ajv = new Ajv2020({ strict: true, verbose: true, code: { source: true, esm: true, optimize: true } })
  for (const [schema, name] of names) ajv.addSchema(objectAt(schema, name), name)
  const code = standaloneCode.default(ajv, Object.fromEntries([...names.values()].map((name) => [name, name])))
  return { ...tables, code: code.replace(/export const (schema\d+) =/g, 'const $1 =') }
}

interface Compiler {
  readonly dereference: (value: unknown) => unknown
  readonly reference: (schema: unknown) => Reference
}

function operationTables(document: DocumentNode, { dereference, reference }: Compiler): Record<'requestBodies' | 'parameters' | 'responses', Table> {
  const requestBodies: Record<string, Table | Reference> = {}
  const parameters: Record<string, Table> = {}
  const responses: Record<string, Table> = {}
  for (const [path, rawItem] of members(document['paths'], 'paths')) {
    const item = objectAt(dereference(rawItem), path)
    for (const method of ['get', 'post']) {
      if (item[method] === undefined) continue
      const operation = objectAt(item[method], `${path}.${method}`)
      const id = String(objectAt(objectAt(rawItem, path)[method], path)['operationId'])
      const body = objectAt(operation['requestBody'] ?? {}, id)
      if (body['content'] !== undefined) requestBodies[id] = reference(jsonSchema(body, id))
      parameters[id] = parameterTable([item['parameters'], operation['parameters']], reference)
      responses[id] = responseTable(operation, reference)
    }
  }
  return { requestBodies, parameters, responses }
}

function parameterTable(lists: readonly unknown[], reference: Compiler['reference']): Table {
  const parameters = lists.flatMap((list) => (Array.isArray(list) ? list : [])).map((entry) => objectAt(entry, 'parameter'))
  return Object.fromEntries(parameters.map((parameter) => [String(parameter['name']), reference(parameter['schema'])]))
}

function responseTable(operation: DocumentNode, reference: Compiler['reference']): Table {
  const rows = members(operation['responses'], 'responses').map(([status, response]): [string, Table] => {
    const headers = members(response['headers'], 'headers').map(([name, header]): [string, Table] => [
      name,
      { required: header['required'] === true, validate: reference(header['schema']) },
    ])
    return [status, { body: reference(jsonSchema(response, status)), headers: Object.fromEntries(headers) }]
  })
  return Object.fromEntries(rows)
}

function jsonSchema(holder: DocumentNode, place: string): unknown {
  const media = objectAt(holder['content'], `${place}.content`)
  return objectAt(media['application/json'], `${place}.content.application/json`)['schema']
}

function literal(value: Table | Reference | boolean): string {
  if (typeof value === 'boolean') return String(value)
  if ('code' in value && typeof value.code === 'string') return value.code
  return `{${Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${literal(member)}`).join(',')}}`
}
