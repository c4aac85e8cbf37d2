import { expect, test } from 'vitest'
import { readAdvance, readNumber, readWindow } from './form-numbers.ts'

const now = Date.UTC(2026, 0, 1)

test('reads seconds as milliseconds', () => {
  expect([readWindow('1.5'), readAdvance('30', now), readAdvance('0', now)]).toEqual([1500, 30_000, 0])
})

test.each([
  [() => readNumber('Requests', ''), 'Requests: expected a number from 0, found nothing'],
  [() => readNumber('Requests', '-1'), 'Requests: expected a number from 0, found -1'],
  [() => readWindow('x'), 'Seconds: expected a number from 0, found x'],
  [() => readWindow('1e400'), 'Seconds: expected a number from 0, found 1e400'],
  [() => readWindow('0.0'), 'Seconds: expected more than 0, found 0.0'],
  [() => readAdvance('Infinity', now), 'Seconds: expected a number from 0, found Infinity'],
  [() => readAdvance('1e300', now), 'Seconds: expected at most 8638232774400, found 1e300'],
])('refuses a number in the unit of its field: %#', (read, message) => {
  expect(read).toThrow(message)
})
