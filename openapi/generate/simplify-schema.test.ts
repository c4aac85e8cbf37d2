import { expect, test } from 'vitest'
import { createSimplify } from './simplify-schema.ts'

const cat = { type: 'object', required: ['kind'], properties: { kind: { type: 'string', enum: ['cat'] } } }
const dog = { type: 'object', required: ['kind'], properties: { kind: { type: 'string', enum: ['dog', 'wolf'] } } }
const simplify = createSimplify({
  components: { schemas: { Cat: cat, Loop: { type: 'array', items: { $ref: '#/components/schemas/Loop' } } } },
})

test('replaces a reference by its target, which is one object for all references', () => {
  const both = simplify({ properties: { a: { $ref: '#/components/schemas/Cat' }, b: { $ref: '#/components/schemas/Cat' } } })
  expect(both).toEqual({ properties: { a: cat, b: cat } })
  expect(Object(both['properties']).a).toBe(Object(both['properties']).b)
})

test('drops annotations, and keeps a property of the same name', () => {
  const schema = {
    description: 'A pet',
    'x-requirements': ['ID'],
    type: 'object',
    properties: { description: { type: 'string' } },
  }
  expect(simplify(schema)).toEqual({ type: 'object', properties: { description: { type: 'string' } } })
})

test('joins alternatives of different types into a list of types', () => {
  expect(simplify({ oneOf: [{ type: 'string', minLength: 1 }, { type: 'number' }] })).toEqual({
    type: ['string', 'number'],
    minLength: 1,
  })
})

test('leaves out a part that adds nothing to the whole, and keeps the others', () => {
  expect(simplify({ type: 'object', allOf: [{ type: 'object', additionalProperties: true }] })).toEqual({ type: 'object' })
  const parts = { type: 'object', allOf: [{ type: 'object', minProperties: 1 }] }
  expect(simplify(parts)).toEqual(parts)
})

test('turns alternatives with a tag into cases', () => {
  const selected = { type: 'object', selectBy: 'kind', cases: { cat, dog, wolf: dog } }
  expect(simplify({ oneOf: [cat, dog] })).toEqual(selected)
})

test('uses the alternative that refuses all tags as the default case', () => {
  const other = { type: 'object', properties: { kind: { type: 'string', excludes: ['cat', 'dog', 'wolf'] } } }
  const selected = { type: 'object', selectBy: 'kind', cases: { cat, dog, wolf: dog }, otherwise: other }
  expect(simplify({ oneOf: [cat, refusing('cat|dog|wolf'), dog] })).toEqual(selected)
})

test.each([
  [
    'have the same type',
    [
      { type: 'string', minLength: 1 },
      { type: 'string', maxLength: 1 },
    ],
  ],
  ['have the same tag', [cat, cat]],
  ['have a tag that may be missing', [cat, { ...dog, required: [] }]],
  ['have keywords for any type', [{ type: 'string', enum: ['a'] }, { type: 'number' }]],
  ['leave a tag to two', [cat, dog, refusing('cat')]],
])('does not guess between alternatives that %s', (_, oneOf) => {
  expect(() => simplify({ oneOf })).toThrow(
    'Cannot distinguish the alternatives of a oneOf apart: give each a type of its own, or',
  )
})

test('refuses alternatives next to a keyword that they also have', () => {
  expect(() => simplify({ type: 'object', oneOf: [cat, dog] })).toThrow('Cannot compile a oneOf beside type: move type into')
})

test('refuses a schema that refers to itself', () => {
  expect(() => simplify({ $ref: '#/components/schemas/Loop' })).toThrow(
    'Cannot compile #/components/schemas/Loop: it refers to itself',
  )
})

test('refuses a reference to nothing', () => {
  expect(() => simplify({ $ref: '#/components/schemas/Dog' })).toThrow('Cannot resolve #/components/schemas/Dog: there is no Dog')
})

test('refuses a property that every object has', () => {
  expect(() => simplify({ properties: { constructor: {} } })).toThrow('Cannot compile a property named constructor')
})

function refusing(kinds: string) {
  return { type: 'object', properties: { kind: { type: 'string', pattern: `^(?!(${kinds})$)` } } }
}
