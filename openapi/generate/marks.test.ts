import { expect, test } from 'vitest'
import { refreshPlaces } from './marks.ts'

const document = {
  paths: { '/a/b': { get: { 'x-requirements': ['ONE'], 'x-unspecified': [{ requirement: 'TWO', source: '-', choice: '-' }] } } },
  'x-unspecified': [{ requirement: 'TWO', source: '-', choice: '-' }],
}

test('writes the places of each requirement, and keeps comments and everything else', () => {
  const register =
    '# Why\n- id: ONE\n  statement: First.\n- id: TWO\n  places: [/stale]\n  statement: Second.\n- id: THREE\n  reason: None.\n'
  expect(refreshPlaces(register, document)).toBe(
    [
      '# Why',
      '- id: ONE',
      '  statement: First.',
      '  places:',
      '    - /paths/~1a~1b/get',
      '- id: TWO',
      '  places:',
      "    - ''",
      '    - /paths/~1a~1b/get',
      '  statement: Second.',
      '- id: THREE',
      '  reason: None.',
      '',
    ].join('\n'),
  )
})

test('changes nothing the second time', () => {
  const once = refreshPlaces('- id: ONE\n- id: TWO\n', document)
  expect(refreshPlaces(once, document)).toBe(once)
})
