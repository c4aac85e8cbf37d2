import { document } from '@wfhost/openapi'
import { expect, test } from 'vitest'
import { isJsonObject, type JsonObject, members, objectAt } from '../generate/document.ts'

const components = members(document.components, 'components').flatMap(([kind, entries]) =>
  members(entries, kind).map(([name, element]) => ({ name: `components.${kind}.${name}`, element })),
)
const operations = members(document.paths, 'paths').flatMap(([path, item]) => [
  ...list(item['parameters']).map((element, index) => ({ name: `${path} parameter ${index}`, element })),
  ...['get', 'post'].flatMap((method) => (isJsonObject(item[method]) ? parts(`${method} ${path}`, item[method]) : [])),
])
// What is a reference is marked where it is defined.
const elements = [...operations, ...components].filter(({ element }) => !('$ref' in element))

test.each(elements)('$name names the requirements that it carries, or the question that it answers', ({ element }) => {
  const carried = [...entries(element['x-requirements']), ...entries(element['x-unspecified'])]
  expect(carried.length).toBeGreaterThan(0)
})

test('operations, parameters, bodies, responses, headers, schemas and security schemes are all looked at', () => {
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
