import { readFile } from 'node:fs/promises'
import { document, requirements } from '@wfhost/openapi'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { resolveReference } from '../generate/document.ts'
import { listMarks } from '../generate/marks.ts'

const marks = listMarks(document)
const ids = requirements.map(({ id }) => id)

test('the register is what requirements.yaml says', async () => {
  const file = await readFile(new URL('../requirements.yaml', import.meta.url), 'utf8')
  expect(parse(file)).toEqual(requirements)
})

test('the ids of the register are unique', () => {
  expect(new Set(ids).size).toBe(ids.length)
})

test('the document names no requirement that the register does not have', () => {
  expect(marks.filter(({ id }) => !ids.some((known) => known === id))).toEqual([])
})

test.each(requirements)('$id has the places in the document that name it, or a reason for having none', (requirement) => {
  const places = marks.filter(({ id }) => id === requirement.id).map(({ place }) => place)
  expect(requirement.places ?? []).toEqual([...new Set(places)])
  expect(requirement.reason === undefined, 'a reason stands where there is no place, and nowhere else').toBe(places.length > 0)
  for (const place of places) expect(place === '' ? document : resolveReference(document, `#${place}`)).toBeTypeOf('object')
})

test.each(requirements)('$id is marked as its evidence asks', ({ evidence, id }) => {
  const kinds = marks.filter((mark) => mark.id === id).map(({ kind }) => kind)
  const wrong = evidence === 'N' ? 'x-requirements' : 'x-unspecified'
  expect(kinds).not.toContain(wrong)
  if (evidence === 'N') expect(kinds).toContain('x-unspecified')
})

test.each(requirements)('$id says what its evidence asks', ({ choice, evidence, id, settledBy, statement, unobservable }) => {
  expect(statement).toMatch(/^\S.{10,}\.$/s)
  const isOpen = evidence === 'N'
  expect([choice !== undefined, settledBy !== undefined]).toEqual([isOpen, isOpen])
  if (isOpen) expect(unobservable, `${id} is never asserted, so it needs no reason`).toBeUndefined()
})

test('every guess says what the source shows, and what is chosen', () => {
  for (const { entry, place } of guesses(document, '')) {
    expect(Object.keys(entry), place).toEqual(['requirement', 'source', 'choice'])
    for (const text of Object.values(entry)) expect(text, place).toMatch(/\S{3,}/)
  }
})

function guesses(value: unknown, place: string): { readonly entry: object; readonly place: string }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    name === 'x-unspecified' && Array.isArray(member)
      ? member.map((entry: object) => ({ entry, place }))
      : guesses(member, `${place}/${name}`),
  )
}
