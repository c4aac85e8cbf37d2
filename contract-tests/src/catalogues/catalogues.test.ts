import { expect, test } from 'vitest'
import { catalogueOfPlaces, catalogues, cataloguesWithIds } from '../../proof/catalogues.ts'
import { findEntryProblem } from '../../proof/find-entry-problem.ts'
import { selectEntries } from './catalogue.ts'
import { conditionalHeaders } from './conditional-headers.ts'
import { credentialForms } from './credentials.ts'
import { walkPairs } from './run-sequences.ts'
import { jsonTexts } from './values/json-texts.ts'
import { numbers } from './values/numbers.ts'
import { sizes } from './values/sizes.ts'
import { structures } from './values/structures.ts'
import { textParts, texts } from './values/texts.ts'

const key = 'wfk_uY3xPq0LgE5sVc8wFzA1'

test.each(Object.entries(cataloguesWithIds))('no two entries of one kind in %s have the same id', (_, entries) => {
  const ids = entries.map(({ id, kind }) => `${kind}/${id}`)

  expect(new Set(ids).size).toBe(ids.length)
})

test.each(Object.entries(catalogueOfPlaces))('%s contains each place once', (_, entries) => {
  const listed = entries.map(({ kind, name }) => `${kind} ${name}`)

  expect(new Set(listed).size).toBe(listed.length)
  expect(listed).not.toContain('header authorization')
})

test.each(Object.entries(catalogues))(
  'each entry of %s has a source with a section or a program, and the self-test has a server with its defect',
  (_, entries) => {
    for (const { source } of entries) expect(findEntryProblem(source)).toBeUndefined()
  },
)

test('a quick run selects the first entry of each kind, and a full run selects all entries', () => {
  const entries = [
    { kind: 'a', id: 1 },
    { kind: 'b', id: 2 },
    { kind: 'a', id: 3 },
  ]

  expect(selectEntries(entries, { isQuick: true }).map(({ id }) => id)).toEqual([1, 2])
  expect(selectEntries(entries, { isQuick: false })).toEqual(entries)
})

test('each kind of run comes directly after each kind of run, and after itself', () => {
  const kinds = ['a', 'b', 'c', 'd']
  const walk = walkPairs(kinds)
  const pairs = walk.slice(1).map((kind, index) => `${walk[index]}${kind}`)

  expect(pairs.toSorted()).toEqual(kinds.flatMap((one) => kinds.map((other) => one + other)).toSorted())
})

test('each form of a key differs from the valid header and from every other form, and a header can carry it', () => {
  const headers = credentialForms.map(({ write }) => write(key))

  expect(headers).not.toContain(`Bearer ${key}`)
  expect(new Set(headers).size).toBe(headers.length)
  for (const header of headers) expect(() => new Headers({ authorization: header }), header).not.toThrow()
})

test('no conditional request has a key, and each has a Cache-Control of its own, so that fetch adds none', () => {
  for (const { headers, id } of conditionalHeaders) {
    const headerNames = Object.keys(headers)
    const isConditional = headerNames.some((name) => name.startsWith('if-'))

    expect(headerNames, id).not.toContain('authorization')
    if (isConditional) expect(headerNames, id).toContain('cache-control')
  }
})

test('the value of each entry differs from the value that the library of its source makes from it', () => {
  for (const { becomes, id, value } of [...texts, ...textParts, ...jsonTexts, ...numbers, ...structures, ...sizes]) {
    expect(becomes, id).not.toEqual(value)
  }
})
