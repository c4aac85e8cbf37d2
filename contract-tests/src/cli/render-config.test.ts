import { expect, test } from 'vitest'
import { defaultAnswers, renderConfig } from './render-config.ts'

const instruction = '  # Replace the values of this example by those of your server.'

test('a fixture that is declared with values of an example says so before them', () => {
  const lines = renderConfig({ ...defaultAnswers, fixtures: { ...defaultAnswers.fixtures, typed: 'order' } }).split('\n')
  const index = lines.indexOf('  typed:')
  expect(lines[index - 1]).toBe(instruction)
  expect(lines[index + 1]).toBe('    flowId: order')
  expect(lines.filter((line) => line === instruction)).toHaveLength(1)
})

test('a fixture whose values the server showed needs no replacement', () => {
  const typed = { flowId: 'order', key: 'k', validArguments: {}, required: 'a', mistyped: { name: 'b', value: 1 } }
  const config = renderConfig({ ...defaultAnswers, fixtures: { typed: 'order' }, discoveredFixtures: { typed } })
  expect(config).not.toContain(instruction)
})
