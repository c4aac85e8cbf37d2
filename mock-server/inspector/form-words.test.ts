import { expect, test } from 'vitest'
import { inWordsOfForm } from './form-words.ts'

test.each([
  ['Cannot call setRateLimit: rateLimit.requests: expected at least 1, found 0', 'requests: expected at least 1, found 0'],
  ['Cannot call advanceClock: ms: expected a number, found "x"', 'ms: expected a number, found "x"'],
  [
    'Cannot add fault status: status: expected at least 200, found 99',
    'Cannot add fault status: status: expected at least 200, found 99',
  ],
  ['Cannot create world "my test": expected an id', 'Cannot create world "my test": expected an id'],
])('writes %s as %s', (message, output) => {
  expect(inWordsOfForm(message)).toBe(output)
})
