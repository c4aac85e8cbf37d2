import { expect, test } from 'vitest'
import { findDeepNesting } from './find-deep-nesting.ts'

const deep = 600

test.each([
  ['lists', `a: ${'['.repeat(deep)}`],
  ['lists that end', `a: ${'['.repeat(deep)}${']'.repeat(deep)}`],
  ['objects', `a: ${'{a: '.repeat(deep)}`],
  ['lists in objects', `a: ${'[{a: '.repeat(deep / 2)}`],
  ['items of a line', `${'- '.repeat(deep)}x`],
  ['keys of a line', `${'a: '.repeat(deep)}x`],
  ['explicit keys', `${'? '.repeat(deep)}x`],
  ['lists in items', `${'- '.repeat(deep / 2)}${'['.repeat(deep / 2)}`],
  ['keys in a list', `[${'a: '.repeat(deep)}x]`],
  ['keys in lists', `${'[a: a: '.repeat(deep / 2)}x`],
  ['lines of lists', '[\n'.repeat(deep)],
  ['lines of items', Array.from({ length: deep }, (_, index) => `${' '.repeat(index)}-`).join('\n')],
  ['lines of keys', Array.from({ length: deep }, (_, index) => `${' '.repeat(index)}a:`).join('\n')],
])('finds %s that nest too deeply', (_, text) => {
  expect(findDeepNesting(text)).toMatchObject({ line: expect.any(Number) })
})

test('says at which line it nests too deeply', () => {
  expect(findDeepNesting(`a: 1\n\nb:\n  - ${'['.repeat(deep)}`)).toEqual({ line: 4 })
})

test.each([
  ['lists side by side', `a: [${'[1], '.repeat(deep)}]`],
  ['objects on one line', `a: [${'{ a: 1, b: 2 }, '.repeat(deep)}]`],
  ['members on one line', `a: { ${Array.from({ length: deep }, (_, index) => `k${index}: 1`).join(', ')} }`],
  ['items on lines of their own', 'a:\n'.concat('  - [1]\n'.repeat(deep))],
  ['brackets in quotes', `a: "${'['.repeat(deep)}"`],
  ['brackets in a block of text', `a: |\n  ${'['.repeat(deep)}\n  ${'- '.repeat(deep)}`],
  ['brackets in a comment', `# ${'['.repeat(deep)}\na: 1`],
  ['closing brackets', `a: "${']'.repeat(deep)}"\n${'b: 1\n'.repeat(deep)}`],
  ['a long text with colons', `a: ${'b:c '.repeat(deep)}`],
])('allows %s', (_, text) => {
  expect(findDeepNesting(text)).toBeUndefined()
})
