import { readFile } from 'node:fs/promises'
import { document, requirements } from '@wfhost/openapi'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { isJsonObject, type JsonObject, members, objectAt, resolveReference } from '../generate/document.ts'
import { listMarks } from '../generate/marks.ts'

const marks = listMarks(document)
const ids = requirements.map(({ id }) => id)

test('the register matches requirements.yaml', async () => {
  const file = await readFile(new URL('../requirements.yaml', import.meta.url), 'utf8')
  expect(parse(file)).toEqual(requirements)
})

test('the ids of the register are unique', () => {
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(requirements)('$id is marked in the document, or states a reason', ({ evidence, id, reason }) => {
  const own = marks.filter((mark) => mark.id === id)
  expect(reason === undefined, 'a reason stands where there is no place, and nowhere else').toBe(own.length > 0)
  if (evidence === 'N') expect(own.map(({ kind }) => kind)).toContain('x-unspecified')
  for (const { place } of own) expect(place === '' ? document : resolveReference(document, `#${place}`)).toBeTypeOf('object')
})

test.each(requirements)(
  '$id has the fields that its evidence requires',
  ({ choice, evidence, id, settledBy, statement, unobservable }) => {
    expect(statement).toMatch(/^\S.{10,}\.$/s)
    const isOpen = evidence === 'N'
    expect([choice !== undefined, settledBy !== undefined]).toEqual([isOpen, isOpen])
    if (isOpen) expect(unobservable, `${id} is never asserted, so it needs no reason`).toBeUndefined()
  },
)

const components = members(document.components, 'components').flatMap(([kind, entries]) =>
  members(entries, kind).map(([name, element]) => ({ name: `components.${kind}.${name}`, element })),
)
const operations = members(document.paths, 'paths').flatMap(([path, item]) => [
  ...list(item['parameters']).map((element, index) => ({ name: `${path} parameter ${index}`, element })),
  ...['get', 'post'].flatMap((method) => (isJsonObject(item[method]) ? parts(`${method} ${path}`, item[method]) : [])),
])
// A reference is marked at its target.
const elements = [...operations, ...components].filter(({ element }) => !('$ref' in element))

test.each(elements)('$name names its requirements or its open question', ({ element }) => {
  const carried = [...entries(element['x-requirements']), ...entries(element['x-unspecified'])]
  expect(carried.length).toBeGreaterThan(0)
})

test('the test covers operations, parameters, bodies, responses, headers, schemas and security schemes', () => {
  expect(elements.length).toBeGreaterThanOrEqual(50)
  for (const kind of ['parameter', 'requestBody', 'response', 'headers', 'securitySchemes', 'schemas', 'post /api']) {
    expect(
      elements.some(({ name }) => name.includes(kind)),
      kind,
    ).toBe(true)
  }
})

function parts(name: string, operation: JsonObject): { readonly name: string; readonly element: JsonObject }[] {
  return [
    { name, element: operation },
    ...list(operation['parameters']).map((element, index) => ({ name: `${name} parameter ${index}`, element })),
    ...(isJsonObject(operation['requestBody']) ? [{ name: `${name} requestBody`, element: operation['requestBody'] }] : []),
    ...members(operation['responses'], name).flatMap(([status, element]) => [
      { name: `${name} response ${status}`, element },
      ...members(element['headers'], name).map(([header, inner]) => ({
        name: `${name} ${status} header ${header}`,
        element: inner,
      })),
    ]),
  ]
}

function list(value: unknown): readonly JsonObject[] {
  return entries(value).map((entry) => objectAt(entry, 'parameters'))
}

function entries(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
