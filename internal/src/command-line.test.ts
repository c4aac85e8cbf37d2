import { expect, test } from 'vitest'
import { readDuration, refuseMistakes } from './command-line.ts'

test.each([
  ['500ms', 500],
  ['90s', 90_000],
  ['2m', 120_000],
  ['1h', 3_600_000],
  ['250', 250],
  ['1.5s', 1_500],
  ['0.1s', 100],
  ['1.0005s', 1_001],
  ['1.s', undefined],
  ['.5s', undefined],
  ['-1s', undefined],
  ['soon', undefined],
  ['', undefined],
])('reads the duration %s', (text, expected) => {
  expect(readDuration(text)).toBe(expected)
})

test('refuses an empty value, an option as a value, and an option that is given twice', () => {
  const listeners = new Map<string, (value?: string) => void>()
  const command = {
    options: [
      { long: '--url', description: 'the URL', name: () => 'url' },
      { long: '--header', description: 'a header; may be repeated', name: () => 'header' },
    ],
    on: (event: string, listener: (value?: string) => void) => listeners.set(event, listener),
  }
  refuseMistakes(command, (message) => {
    throw new Error(message)
  })
  const give = (name: string, value: string) => () => listeners.get(`option:${name}`)?.(value)
  expect(give('url', '')).toThrow('the value of --url is empty')
  expect(give('url', '--header')).toThrow('--url has no value: the option --header follows')
  expect(give('url', 'http://a.test')).not.toThrow()
  expect(give('url', 'http://b.test')).toThrow('--url is given twice')
  expect(give('header', 'a:b')).not.toThrow()
  expect(give('header', 'c:d')).not.toThrow()
})
