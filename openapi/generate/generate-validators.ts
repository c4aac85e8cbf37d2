import { transform } from 'esbuild'
import { compileValidators } from './compile-validators.ts'
import { follow, type JsonObject, jsonSchemaOf, listOperations, members, type Operation, objectAt } from './document.ts'
import { generatedNote } from './generate-modules.ts'
import { createSimplify } from './simplify-schema.ts'

/**
 * Compiles every schema of the document into plain functions. At run time, no schema is read and no code is created.
 *
 * @throws if a schema does not compile.
 */
export async function generateValidators(document: JsonObject): Promise<string> {
  const simplify = createSimplify(document)
  const names = new Map<JsonObject, string>()
  const tables = tableCode(document, (schema) => {
    const simple = simplify(schema)
    const name = names.get(simple) ?? `validator${names.size}`
    names.set(simple, name)
    return name
  })
  const functions = compileValidators(new Map([...names].map(([schema, name]) => [name, schema])))
  const { code } = await transform(`${functions}\n${tables}`, { format: 'esm', minifySyntax: true })
  return generatedNote + code
}

type NameOf = (schema: unknown) => string

function tableCode(document: JsonObject, nameOf: NameOf): string {
  const operations = listOperations(document)
  const components = objectAt(document['components'], 'components')
  const schemas = members(components['schemas'], 'components.schemas').map(([name]) => [
    name,
    nameOf({ $ref: `#/components/schemas/${name}` }),
  ])
  const requestBodies = operations.flatMap(({ operationId, requestBody }) =>
    requestBody === undefined ? [] : [[operationId, nameOf(jsonSchemaOf(requestBody, operationId))]],
  )
  const responses = operations.map((operation) => [operation.operationId, responsesCode(document, { operation, nameOf })])
  return [
    `export const schemas = ${mapCode(schemas)}`,
    `export const requestBodies = ${mapCode(requestBodies)}`,
    `export const responses = ${mapCode(responses)}`,
  ].join('\n')
}

function responsesCode(
  document: JsonObject,
  { nameOf, operation }: { readonly nameOf: NameOf; readonly operation: Operation },
): string {
  const rows = operation.responses.map(({ response, status }) => {
    const headers = Object.entries(objectAt(response['headers'] ?? {}, 'headers')).map(([name, entry]) => {
      const header = follow(document, entry)
      return `{name: ${JSON.stringify(name)}, required: ${header['required'] === true}, validate: ${nameOf(header['schema'])}}`
    })
    return `[${status}, {body: ${nameOf(jsonSchemaOf(response, operation.operationId))}, headers: [${headers}]}]`
  })
  return `new Map([${rows}])`
}

// A map, because every object has a constructor and a __proto__.
function mapCode(entries: readonly (readonly string[])[]): string {
  return `new Map([${entries.map(([name, code]) => `[${JSON.stringify(name)}, ${code}]`)}])`
}

export function generateValidatorTypes(): string {
  return `${generatedNote}import type { components, operations } from './types.ts'

/** The first fault that a compiled validator finds. Ajv calls it a verbose error. */
export interface Finding {
  readonly keyword: string
  /** JSON pointer of the faulty part in the value. */
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  /** The value of the keyword. */
  readonly schema: unknown
  /** The schema that contains the keyword. */
  readonly parentSchema: Readonly<Record<string, unknown>>
  /** The faulty part. */
  readonly data: unknown
}

/** Says whether a value is valid, and leaves in \`errors\` what is wrong otherwise. */
export interface Validate {
  (value: unknown): boolean
  readonly errors?: readonly Finding[] | null
}

export interface HeaderValidator {
  readonly name: string
  readonly required: boolean
  readonly validate: Validate
}

export interface ResponseValidators {
  readonly body: Validate
  readonly headers: readonly HeaderValidator[]
}

export declare const schemas: ReadonlyMap<keyof components['schemas'], Validate>
export declare const requestBodies: ReadonlyMap<keyof operations, Validate>
export declare const responses: ReadonlyMap<keyof operations, ReadonlyMap<number, ResponseValidators>>
`
}
