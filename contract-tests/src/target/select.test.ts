import { expect, test } from 'vitest'
import { select } from './select.ts'

const manifest = { sets: { 'a/b': { versions: ['1', '2'] }, c: { versions: ['3'] } } }

const selectors: readonly (readonly [selector: string, found: readonly unknown[]])[] = [
  ['/sets/a~1b/versions/0', ['1']],
  ['/sets/*/versions/*', ['1', '2', '3']],
  ['/sets/*#', ['a/b', 'c']],
  ['/sets/c/versions/*#', ['0']],
  ['/sets/missing/*', []],
  ['', [manifest]],
]

test.each(selectors)('the selector %j selects %j', (selector, found) => {
  expect(select(manifest, selector).map(({ value }) => value)).toEqual(found)
})

test('returns the JSON pointer of each selected part', () => {
  expect(select(manifest, '/sets/*').map(({ pointer }) => pointer)).toEqual(['/sets/a~1b', '/sets/c'])
})

test('selects no inherited member', () => {
  expect(select({}, '/constructor')).toEqual([])
})
