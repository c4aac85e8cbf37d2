import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'

export type JsonObject = { readonly [name: string]: unknown }

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value as an object, or throws an error that names the place. */
export function objectAt(value: unknown, place: string): JsonObject {
  if (isJsonObject(value)) return value
  throw new Error(`Cannot read ${place}: expected an object, found ${JSON.stringify(value) ?? 'nothing'}`)
}

/** Lists the members of an object that may be missing. Each member is an object itself. */
export function members(value: unknown, place: string): [string, JsonObject][] {
  if (value === undefined) return []
  return Object.entries(objectAt(value, place)).map(([name, member]) => [name, objectAt(member, `${place}.${name}`)])
}

export async function readDocument(): Promise<JsonObject> {
  return objectAt(parse(await readFile(new URL('../openapi.yaml', import.meta.url), 'utf8')), 'openapi.yaml')
}

/** Follows a local reference such as `#/components/schemas/Argument`. */
export function resolveReference(document: JsonObject, reference: string): unknown {
  if (!reference.startsWith('#/')) throw new Error(`Cannot resolve ${reference}: the document refers to itself only, by #/…`)
  const names = reference.slice(2).split('/').map(unescapeName)
  return names.reduce<unknown>((node, name) => {
    if (typeof node === 'object' && node !== null && Object.hasOwn(node, name)) return Reflect.get(node, name)
    throw new Error(`Cannot resolve ${reference}: there is no ${name}`)
  }, document)
}

function unescapeName(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** An operation of the document, with its references followed. */
export interface Operation {
  /** The operation as in the document, for its marks. */
  readonly element: JsonObject
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly servers: unknown
  readonly parameters: readonly JsonObject[]
  readonly requestBody: JsonObject | undefined
  readonly responses: readonly { readonly status: number; readonly response: JsonObject }[]
}

export function listOperations(document: JsonObject): Operation[] {
  return members(document['paths'], 'paths').flatMap(([path, item]) =>
    methods.filter((method) => method in item).map((method) => readOperation(document, { path, item, method })),
  )
}

interface Place {
  readonly path: string
  readonly item: JsonObject
  readonly method: string
}

function readOperation(document: JsonObject, { item, method, path }: Place): Operation {
  const operation = objectAt(item[method], `${method} ${path}`)
  const { operationId, requestBody } = operation
  if (typeof operationId !== 'string') throw new Error(`Cannot generate from ${method} ${path}: it has no operationId`)
  return {
    element: operation,
    operationId,
    method: method.toUpperCase(),
    path,
    servers: operation['servers'] ?? item['servers'] ?? document['servers'],
    parameters: [...list(item['parameters']), ...list(operation['parameters'])].map((entry) => follow(document, entry)),
    requestBody: requestBody === undefined ? undefined : follow(document, requestBody),
    responses: members(operation['responses'], `${operationId}.responses`).map(([status, response]) => ({
      status: readStatus(status, operationId),
      response: follow(document, response),
    })),
  }
}

/** Returns the object itself, or the one that it refers to. */
export function follow(document: JsonObject, value: unknown): JsonObject {
  const target = isJsonObject(value) && typeof value['$ref'] === 'string' ? resolveReference(document, value['$ref']) : value
  return objectAt(target, JSON.stringify(value))
}

/** Returns the schema of the JSON content of a request body or a response. */
export function jsonSchemaOf(holder: JsonObject, place: string): unknown {
  const content = objectAt(holder['content'], `${place}.content`)
  return objectAt(content['application/json'], `${place}.content["application/json"]`)['schema']
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function readStatus(status: string, operationId: string): number {
  if (/^[1-5]\d\d$/.test(status)) return Number(status)
  throw new Error(`Cannot generate from ${operationId}: response ${status} is not a single status`)
}
