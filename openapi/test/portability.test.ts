import { document, operationTable } from '@wfhost/openapi'
import { expect, test } from 'vitest'
import { follow, isJsonObject, type JsonObject, listOperations, members } from '../generate/document.ts'
import { readAsWritten } from './as-written.ts'

const schemas = schemasBelow(document, '')

test('the document names no dialect, because Swagger UI warns about it and some checks refuse it', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document).not.toHaveProperty('jsonSchemaDialect')
})

test('every operation lists its parameters itself, where Swagger UI finds them', () => {
  expect(Object.values(document.paths).filter((item) => 'parameters' in item)).toEqual([])
})

test('every first server is a complete address', () => {
  const servers = [document.servers, ...Object.values(document.paths).map((item) => item.servers)]
  expect(servers.map(([first]) => first.url)).toEqual(servers.map(() => 'http://127.0.0.1:4010'))
})

test('every object of a response allows further members, because some clients drop them otherwise', () => {
  const sent = ['RunRequest', 'Argument', 'ExecuteRequest']
  const objects = Object.entries(document.components.schemas).filter(
    ([name, schema]) => 'properties' in schema && !sent.includes(name),
  )
  expect(objects.length).toBeGreaterThanOrEqual(15)
  for (const [name, schema] of objects)
    expect(schema, name).toMatchObject({ allOf: [{ $ref: '#/components/schemas/FurtherFields' }] })
})

test('every original schema compiles without an unknown keyword', async () => {
  const { document: written, isValid } = await readAsWritten()
  for (const { schema } of schemasBelow(written, '')) expect(isValid(schema, null)).toBeTypeOf('boolean')
  expect(schemas.length).toBeGreaterThanOrEqual(80)
})

test('every array describes its items', () => {
  const arrays = schemas.filter(({ schema }) => schema['type'] === 'array')
  expect(arrays.length).toBeGreaterThanOrEqual(5)
  expect(arrays.filter(({ schema }) => !('items' in schema))).toEqual([])
})

test('no schema has a list of types, which some tools refuse', () => {
  expect(schemas.filter(({ schema }) => Array.isArray(schema['type']))).toEqual([])
})

test('no schema has a keyword of OpenAPI 3.0', () => {
  expect(schemas.filter(({ schema }) => 'nullable' in schema || 'example' in schema)).toEqual([])
})

test('every operation documents a 429 with a required Retry-After', () => {
  for (const { operationId, responses } of listOperations(document)) {
    const limited = responses.find(({ status }) => status === 429)
    const header = Object(limited?.response['headers'])['Retry-After']
    expect(follow(document, header)['required'], operationId).toBe(true)
  }
})

test.each(Object.entries(operationTable))('the path of %s begins as its server requires', (_operationId, { path, server }) => {
  const beginnings = { workflowService: '/api/v2/external/', toolRegistry: '/v1/' } as const
  expect(path.startsWith(beginnings[server])).toBe(true)
  expect(path.includes('/{product}/')).toBe(server === 'toolRegistry')
})

test('important rules are written out in words: backoff, payment, the one-click set-up, sessions', () => {
  const messages = Object.fromEntries(
    Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap((each) => ('operationId' in each ? [[each.operationId, each.description]] : [])),
    ),
  )
  expect(messages['runPublishedWorkflow']).toMatch(/backoff/)
  expect(messages['executeTool']).toMatch(/uses one credit of the organization that owns the key, whether\s+a user or/)
  expect(document.components.securitySchemes.toolHostingKey.description).toMatch(/one-click\s+set-up/)
  expect(Object.keys(messages).filter((name) => /session/.test(messages[name]))).toEqual(['getOrganizationManifest'])
})

/** Lists every schema at any depth: of media types, parameters, headers and components. */
function schemasBelow(value: unknown, place: string): { readonly place: string; readonly schema: JsonObject }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => schemasBelow(item, `${place}/${index}`))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const at = `${place}/${name}`
    if (name === 'examples') return []
    if (name === 'schema') return withInner(member, at)
    if (at === '/components/schemas') return members(member, at).flatMap(([inner, schema]) => withInner(schema, `${at}/${inner}`))
    return schemasBelow(member, at)
  })
}

function withInner(schema: unknown, place: string): { readonly place: string; readonly schema: JsonObject }[] {
  if (!isJsonObject(schema)) return []
  const inner = ['items', 'additionalProperties'].map((keyword): [string, unknown] => [keyword, schema[keyword]])
  const alternatives = Array.isArray(schema['oneOf'])
    ? schema['oneOf'].map((one, index): [string, unknown] => [`oneOf/${index}`, one])
    : []
  const properties = isJsonObject(schema['properties']) ? Object.entries(schema['properties']) : []
  return [
    { place, schema },
    ...[...inner, ...alternatives, ...properties].flatMap(([name, member]) => withInner(member, `${place}/${name}`)),
  ]
}
