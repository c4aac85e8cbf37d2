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

test.each(requirements)('$id is marked in the document, or has a reason for not being', ({ evidence, id, reason }) => {
  const own = marks.filter((mark) => mark.id === id)
  expect(reason === undefined, 'a reason stands where there is no place, and nowhere else').toBe(own.length > 0)
  if (evidence === 'N') expect(own.map(({ kind }) => kind)).toContain('x-unspecified')
  for (const { place } of own) expect(place === '' ? document : resolveReference(document, `#${place}`)).toBeTypeOf('object')
})

test.each(requirements)('$id says what its evidence asks', ({ choice, evidence, id, settledBy, statement, unobservable }) => {
  expect(statement).toMatch(/^\S.{10,}\.$/s)
  const isOpen = evidence === 'N'
  expect([choice !== undefined, settledBy !== undefined]).toEqual([isOpen, isOpen])
  if (isOpen) expect(unobservable, `${id} is never asserted, so it needs no reason`).toBeUndefined()
})
