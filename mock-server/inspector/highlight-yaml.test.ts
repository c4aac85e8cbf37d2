import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { highlightYaml } from './highlight-yaml.ts'

function kinds(line: string): string {
  return highlightYaml(line)
    .filter(({ text }) => text.trim() !== '')
    .map(({ kind, text }) => `${kind} ${text}`)
    .join(' | ')
}

test.each([
  ['  - id: acme # first', 'plain - | key id | plain : | string acme  | comment # first'],
  ['credits: 500', 'key credits | plain : | literal 500'],
  ['version: 1.2.0', 'key version | plain : | string 1.2.0'],
  [
    '{ published: true, url: https://a.example/b#c }',
    'plain { | key published | plain : | literal true | plain , | key url | plain : | string https://a.example/b#c  | plain }',
  ],
  ['expression: \'{ a: "#1" }\'', 'key expression | plain : | string \'{ a: "#1" }\''],
])('colours the line %s', (line, expected) => {
  expect(kinds(line)).toBe(expected)
})

test('keeps every character of a file', () => {
  for (const name of ['sample-world', 'support-desk']) {
    const text = readFileSync(new URL(`../examples/worlds/${name}.yaml`, import.meta.url), 'utf8')
    for (const line of text.split('\n'))
      expect(
        highlightYaml(line)
          .map((token) => token.text)
          .join(''),
      ).toBe(line)
  }
  const hostile = '\u{1f600}"unclosed: \t\'x\\" #\u0000: [{}]'
  expect(
    highlightYaml(hostile)
      .map((token) => token.text)
      .join(''),
  ).toBe(hostile)
})
