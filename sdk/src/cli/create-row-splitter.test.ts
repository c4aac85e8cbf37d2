import { expect, test } from 'vitest'
import { createRowSplitter } from './create-row-splitter.ts'

test.each([
  { what: 'plain fields', lines: ['a,b'], row: ['a', 'b'] },
  { what: 'empty fields at both ends', lines: [',a,'], row: ['', 'a', ''] },
  { what: 'delimiters and quotes in quotes', lines: ['"a,b","say ""no"""'], row: ['a,b', 'say "no"'] },
  { what: 'quotes within a field that does not begin with one', lines: ['5" pipe,b'], row: ['5" pipe', 'b'] },
  { what: 'an empty field in quotes at the end', lines: ['a,""'], row: ['a', ''] },
  { what: 'a field over lines, one of them empty', lines: ['a,"one', '', 'two",b'], row: ['a', 'one\n\ntwo', 'b'] },
  { what: 'a quote of its own at the end of a line', lines: ['"one""', 'two"'], row: ['one"\ntwo'] },
])('a row is split: $what', ({ lines, row }) => {
  const { push } = createRowSplitter(',')
  expect(lines.map(push)).toEqual([...lines.slice(1).map(() => undefined), row])
  expect(push('next,row')).toEqual(['next', 'row'])
})

test('a delimiter may have more than one character', () => {
  expect(createRowSplitter('||').push('a|b||"c||d"||')).toEqual(['a|b', 'c||d', ''])
})

test('text after a quoted field is an error', () => {
  expect(() => createRowSplitter(',').push('"1"2,3')).toThrow('text follows the quoted field "1"')
})

test('a field may be as long as a text may be, in one line or in many', () => {
  const long = 'x""'.repeat(4_000_000)
  expect(createRowSplitter(',').push(`"${long}"`)?.[0]?.length).toBe(8_000_000)
  const { push } = createRowSplitter(',')
  push('"')
  for (let count = 0; count < 100_000; count += 1) push('one more line')
  expect(push('"')?.[0]?.length).toBe(100_000 * 'one more line\n'.length + 1)
})
