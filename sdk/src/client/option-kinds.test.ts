import { describe, expect, test } from 'vitest'
import { systemClock } from '../transport/clock.ts'
import { checkOptions } from './option-kinds.ts'

describe('An option', () => {
  test.each([
    { option: 'options', value: null, said: 'expected an object, found null' },
    { option: 'timeOut', value: 1, said: 'no such option' },
    { option: 'baseURL', value: 'http://localhost', said: 'no such option' },
    { option: 'retries', value: 2, said: 'no such option' },
    { option: 'retryUnknown', value: 'no', said: 'expected true or false, found "no"' },
    { option: 'fetch', value: 'x', said: 'expected a function, found "x"' },
    { option: 'hooks', value: null, said: 'expected an object, found null' },
    { option: 'headers', value: 'x: y', said: 'expected an object, found "x: y"' },
    { option: 'validation', value: 'warn', said: 'expected strict, report or off, found "warn"' },
    { option: 'validation', value: 'strict, report', said: 'expected strict, report or off, found "strict, report"' },
    { option: 'args', value: {}, said: 'expected a Standard Schema, found object' },
    { option: 'client', value: {}, said: 'expected a client, found object' },
    { option: 'client', value: null, said: 'expected a client, found null' },
    { option: 'concurrency', value: '2', said: 'expected a whole number of 1 or more, found "2"' },
    { option: 'deadline', value: NaN, said: 'expected a number, found NaN' },
    { option: 'deadline', value: '5', said: 'expected a number, found "5"' },
    { option: 'signal', value: {}, said: 'expected an AbortSignal, found object' },
    { option: 'skip', value: new Set([1]), said: 'expected a function, found object' },
    { option: 'onStart', value: 'log', said: 'expected a function, found "log"' },
    { option: 'onOutcome', value: null, said: 'expected a function, found null' },
    { option: 'onProgress', value: 1, said: 'expected a function, found 1' },
    { option: 'inputs', value: null, said: 'expected an iterable, found null' },
    { option: 'inputs', value: { n: 1 }, said: 'expected an iterable, found object' },
    { option: 'inputs', value: 'input', said: 'expected an iterable, found "input"' },
    { option: 'clock', value: {}, said: 'expected a clock with now() and after(), found object' },
    { option: 'clock', value: { now: Date.now }, said: 'expected a clock with now() and after(), found object' },
    ...['maxRetries', 'maxRuns'].flatMap((option) => [
      { option, value: 1.5, said: 'expected a whole number of 0 or more, found 1.5' },
      { option, value: -1, said: 'expected a whole number of 0 or more, found -1' },
      { option, value: NaN, said: 'expected a whole number of 0 or more, found NaN' },
      { option, value: '2', said: 'expected a whole number of 0 or more, found "2"' },
    ]),
    ...['timeout', 'maxRetryAfter', 'interval', 'maxInterval'].flatMap((option) => [
      { option, value: NaN, said: 'expected a number of 0 or more, found NaN' },
      { option, value: -1, said: 'expected a number of 0 or more, found -1' },
      { option, value: '2', said: 'expected a number of 0 or more, found "2"' },
      { option, value: null, said: 'expected a number of 0 or more, found null' },
    ]),
  ])('is refused: $option, $said', ({ option, value, said }) => {
    const message = `Cannot use ${option}: ${said}`
    expect(() => checkOptions({ [option]: value })).toThrow(expect.objectContaining({ name: 'ConfigurationError', message }))
  })

  test.each([null, 'http://localhost', 5])('has to be in an object: %j', (options) => {
    expect(() => checkOptions(options as never)).toThrow('Cannot use options: expected an object, found ')
  })

  test('may be undefined, without an end, or past', () => {
    const { signal } = new AbortController()
    checkOptions({ signal, concurrency: Infinity, deadline: -1, skip: undefined, maxRuns: undefined })
    checkOptions({ inputs: (function* () {})(), client: { run: () => {} }, timeout: Infinity, maxRetries: 0 })
    checkOptions({ maxRetries: Infinity, maxRuns: Infinity, clock: systemClock })
  })
})
