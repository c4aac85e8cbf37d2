import { expect, test } from 'vitest'
import { describePlace } from './describe-place.ts'

test.each<[string, { readonly pointer: string; readonly value: unknown }]>([
  ['body', { pointer: '', value: {} }],
  ['args', { pointer: '/args', value: {} }],
  ['args[2].value', { pointer: '/args/2/value', value: { args: [1, 2, {}] } }],
  ['[0]', { pointer: '/0', value: [1] }],
  ['["0"]', { pointer: '/0', value: { '0': 1 } }],
  ['steps["2"].error', { pointer: '/steps/2/error', value: { steps: { '2': {} } } }],
  ['steps.step-1', { pointer: '/steps/step-1', value: {} }],
  ['steps["step 1"]', { pointer: '/steps/step 1', value: {} }],
  ['steps[""]', { pointer: '/steps/', value: {} }],
  ['["a/b"]["c~d"]', { pointer: '/a~1b/c~0d', value: {} }],
  ['constructor["0"]', { pointer: '/constructor/0', value: {} }],
])('writes %s', (place, { pointer, value }) => {
  expect(describePlace({ whole: 'body', value, pointer })).toBe(place)
})
