import { expect, test } from 'vitest'
import { nestsTooDeeply } from './nests-too-deeply.ts'

/** Code that nests in itself: its text before and after the middle. */
const nesting: readonly (readonly [before: string, after: string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['[...', ']'],
  ['({ a: ', '})'],
  ['`${', '}`'],
  ['!', ''],
  ['- ', ''],
  ['typeof ', ''],
  ['delete ', ''],
  ['new ', ''],
  ['async a => ', ''],
  ['() => ', ''],
  ['a => ', ''],
  ['a ? ', ': 1'],
  ['a ?? ', ''],
  ['2 ** ', ''],
  ['a = ', ''],
  ['1 + ', ''],
  ['f(', ')'],
  ['(function () { return ', '})()'],
  ['class extends ', ' {}'],
]

test.each(nesting)('finds deep nesting, and allows less of it: %s … %s', (before, after) => {
  const nested = (depth: number): string => `${before.repeat(depth)}a${after.repeat(depth)}`
  expect(nestsTooDeeply(nested(1000))).toBe(true)
  expect(nestsTooDeeply(nested(201))).toBe(true)
  expect(nestsTooDeeply(nested(20))).toBe(false)
})

test.each(['if (a) ', 'for (;;) ', 'while (a) ', 'do ', 'label: ', 'if (a); else ', 'yield '])(
  'finds statements that nest too deeply: %s',
  (statement) => {
    expect(nestsTooDeeply(`(function* () { ${statement.repeat(1000)}; })()`)).toBe(true)
    expect(nestsTooDeeply(`(function* () { ${statement.repeat(20)}; })()`)).toBe(false)
  },
)

test.each([
  ['items', `[${'a.b + c, '.repeat(1000)}]`],
  ['statements', `(() => { ${'const a = b + 1; '.repeat(1000)} })()`],
  ['members', `args${'.a'.repeat(1000)}`],
  ['calls', `args${'.map((one) => one)'.repeat(1000)}`],
  ['members of an object', `{ ${'a: [1], '.repeat(1000)} }`],
  ['alternatives of a pattern', `/${'a|'.repeat(1000)}b/`],
  ['letters of a text', `"${'a + '.repeat(1000)}"`],
])('allows any number of %s side by side', (_, source) => {
  expect(nestsTooDeeply(source)).toBe(false)
})

test('finds deep groups of a pattern, and leaves wrong syntax to the parser', () => {
  expect(nestsTooDeeply(`/${'('.repeat(1000)}${')'.repeat(1000)}/`)).toBe(true)
  expect(nestsTooDeeply(`"${'a'.repeat(1000)}`)).toBe(false)
  expect(nestsTooDeeply(`${')'.repeat(1000)}`)).toBe(false)
})
