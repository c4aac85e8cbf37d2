import type { ValuesByType } from './parameters.ts'

const invisible = 'e\u0301 \u00a0 \u200b \ufeff \u2028 \u001b[31m \t\r\n'
const textsLikeValues = ['12', '1e5', '0x1F', 'true', 'yes', 'no', '"quoted"', '[true]']
const oddNames = { 'app.example.org/name': 3, $schema: 4, _id: 5, ' padded ': 6 }

/**
 * Arguments of every type, as webhooks carry them, and as programs on the way have been known to change them: texts that
 * look like something else, numbers of every size that a double tells apart, names that a language or a database takes
 * for its own, long lists and deep data.
 */
export const sampleArguments: readonly ValuesByType[] = [
  {
    string: `  snowman ☃ and "quotes", <b>&amp;&#39;</b>, 😀, https://x.test/?a=%2C+b ${invisible} {{x}} \${x} <%= x %> %s $1`,
    number: -1234.56789,
    boolean: false,
    object: { nested: { deeper: [1, null, { empty: {} }] }, text: '', camelCase: 1, 'two words': 2 },
    array: ['a', true, null, ['b'], '007', 'null', '2026-01-31T09:00:00+02:00', 2, 2 ** 40, 1.5e-7, 'a', 2],
  },
  { string: '', number: 0, boolean: false, object: {}, array: [] },
  { string: '=1+1', number: 1e300, boolean: true, object: { 0: 'a', 1: 'b' }, array: ['only'] },
  { object: { ...oddNames, texts: textsLikeValues, sum: 0.1 + 0.2 } },
  { object: { deep: deepObject(12) }, array: Array.from({ length: 101 }, (_, index) => index % 10) },
]

function deepObject(levels: number): unknown {
  return levels === 0 ? 'end' : { level: deepObject(levels - 1) }
}
