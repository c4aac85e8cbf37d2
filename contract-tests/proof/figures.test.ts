import { expect, test } from 'vitest'
import { formatComparison, formatFigures, idOfTool, readComparison, replaceFigures } from './figures.ts'

const outcome = { id: 'mutants', statement: 'each is found', cases: 3, failures: [], durationMs: 17 }

test('figures are counts in an order of their own, and no times', () => {
  const figures = formatFigures([{ ...outcome, counts: { survived: 1, killed: 2 } }])
  expect(figures.split('\n')[2]).toBe('| `mutants` | each is found | 3 | 2 killed, 1 survived |')
  expect(figures).not.toContain('17')
})

test('the figures of this suite and of Prism stand beside each other', () => {
  const mutants = { ...outcome, counts: { killed: 3, 'flagged by Prism': 1 } }
  const variants = { ...outcome, id: 'variants', counts: { alone: 5 } }
  const figures = formatFigures([mutants, variants])
  expect(figures).toContain('| mutants of the reference server | 3 of 3 | 1 of 3 |')
  expect(figures).toContain('| variants of the reference server, which conform | 0 of 5 | 0 of 5 |')
  expect(formatFigures([{ ...outcome, id: 'misuse', counts: {} }])).not.toContain('Prism')
})

test('the figures of each further tool stand beside those, in the order in which it ran', () => {
  const mutants = { ...outcome, counts: { killed: 3 } }
  const [dredd, portman] = ['Dredd', 'Portman'].map((tool, index) => ({
    ...{ ...outcome, id: idOfTool(tool, 'mutants'), counts: { passes: 1, reported: index, 'not reported': 3 - index } },
  }))
  if (dredd === undefined || portman === undefined) throw new Error('two tools make two outcomes')
  expect(formatComparison([mutants, dredd, portman]).split('\n')).toEqual([
    "| reported as faulty | this suite | Prism's validating proxy | Dredd | Portman |",
    '|---|---:|---:|---:|---:|',
    '| mutants of the reference server | 3 of 3 | 0 of 3 | 0 of 3 | 1 of 3 |',
  ])
})

test('what the tools of another command found is read from between its marks', () => {
  const mutants = { ...outcome, counts: { killed: 3 } }
  const dredd = { ...outcome, id: idOfTool('Dredd', 'mutants'), counts: { passes: 1, reported: 1, 'not reported': 2 } }
  const page = replaceFigures('<!-- testers: by a command -->\n<!-- /testers -->', formatComparison([mutants, dredd]), 'testers')
  expect(readComparison(page)).toEqual([
    {
      what: 'mutants of the reference server',
      figures: [
        { tool: 'this suite', figure: '3 of 3' },
        { tool: "Prism's validating proxy", figure: '0 of 3' },
        { tool: 'Dredd', figure: '1 of 3' },
      ],
    },
  ])
  expect(readComparison('no marks')).toEqual([])
})

test('figures replace what stands between the marks, and nothing else', () => {
  const text = 'before\n<!-- selftest: written by a command -->\nold\n<!-- /selftest -->\nafter'
  const renewed = replaceFigures(text, 'new', 'selftest')
  expect(renewed).toBe('before\n<!-- selftest: written by a command -->\n\nnew\n<!-- /selftest -->\nafter')
  expect(replaceFigures(renewed, 'new', 'selftest')).toBe(renewed)
})

test.each(['no marks', '<!-- selftest: open -->\n'])('a text without marks is an error: %s', (text) => {
  expect(() => replaceFigures(text, 'new', 'selftest')).toThrow('there are no marks')
})
