import { expect, test } from 'vitest'
import { formatFigures, replaceFigures } from './figures.ts'

const outcome = { id: 'mutants', statement: 'each is found', cases: 3, failures: [], durationMs: 17 }

test('formats counts in alphabetical order, without durations', () => {
  const figures = formatFigures([{ ...outcome, counts: { survived: 1, killed: 2 } }])
  expect(figures.split('\n')[2]).toBe('| `mutants` | each is found | 3 | 2 killed, 1 survived |')
  expect(figures).not.toContain('17')
})

test('shows the figures of this suite and the figures of Prism', () => {
  const mutants = { ...outcome, counts: { killed: 3, 'flagged by Prism': 1 } }
  const variants = { ...outcome, id: 'variants', counts: { alone: 5 } }
  const figures = formatFigures([mutants, variants])
  expect(figures).toContain('| mutants of the reference server | 3 of 3 | 1 of 3 |')
  expect(figures).toContain('| variants of the reference server, which conform | 0 of 5 | 0 of 5 |')
  expect(formatFigures([{ ...outcome, id: 'misuse', counts: {} }])).not.toContain('Prism')
})

test('replaces only the text between the marks', () => {
  const text = 'before\n<!-- selftest: written by a command -->\nold\n<!-- /selftest -->\nafter'
  const renewed = replaceFigures(text, 'new')
  expect(renewed).toBe('before\n<!-- selftest: written by a command -->\n\nnew\n<!-- /selftest -->\nafter')
  expect(replaceFigures(renewed, 'new')).toBe(renewed)
})

test.each(['no marks', '<!-- selftest: open -->\n'])('rejects a text without marks: %s', (text) => {
  expect(() => replaceFigures(text, 'new')).toThrow('there are no marks')
})
