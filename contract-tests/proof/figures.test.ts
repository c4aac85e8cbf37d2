import { expect, test } from 'vitest'
import { formatFigures, replaceFigures } from './figures.ts'

const outcome = { id: 'mutants', statement: 'each is found', cases: 3, failures: [], durationMs: 17 }

test('figures are counts in an order of their own, and no times', () => {
  const figures = formatFigures([{ ...outcome, counts: { survived: 1, killed: 2 } }])
  expect(figures.split('\n')[2]).toBe('| `mutants` | each is found | 3 | 2 killed, 1 survived |')
  expect(figures).not.toContain('17')
})

test('the figures of this suite and of Prism stand beside each other, where both ran', () => {
  const ours = { ...outcome, counts: { killed: 3 } }
  const prism = {
    ...{ ...outcome, id: 'prism' },
    counts: { 'mutants flagged': 1, 'mutants not flagged': 2, 'variants left alone': 4, 'variants flagged falsely': 1 },
  }
  const variants = { ...outcome, id: 'variants', counts: { alone: 5 } }
  const figures = formatFigures([ours, variants, prism])
  expect(figures).toContain('| mutants that are killed | 3 of 3 | 1 of 3 |')
  expect(figures).toContain('| variants that are reported as faulty | 0 of 5 | 1 of 5 |')
  expect(formatFigures([ours, variants])).not.toContain('Prism')
})

test('figures replace what stands between the marks, and nothing else', () => {
  const text = 'before\n<!-- selftest: written by a command -->\nold\n<!-- /selftest -->\nafter'
  const renewed = replaceFigures(text, 'new')
  expect(renewed).toBe('before\n<!-- selftest: written by a command -->\n\nnew\n<!-- /selftest -->\nafter')
  expect(replaceFigures(renewed, 'new')).toBe(renewed)
})

test.each(['no marks', '<!-- selftest: open -->\n'])('a text without marks is an error: %s', (text) => {
  expect(() => replaceFigures(text, 'new')).toThrow('there are no marks')
})
