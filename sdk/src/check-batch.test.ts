import { expect, test } from 'vitest'
import { checkBatch } from './check-batch.ts'

const client = { run: () => {} }

test.each([
  { option: 'client', value: undefined, said: 'expected a client, found nothing' },
  { option: 'client', value: {}, said: 'expected a client, found object' },
  { option: 'concurrency', value: '2', said: 'expected a whole number of 1 or more, found "2"' },
  { option: 'signal', value: {}, said: 'expected an AbortSignal, found object' },
  { option: 'skip', value: new Set([1]), said: 'expected a function, found object' },
  { option: 'onStart', value: 'log', said: 'expected a function, found "log"' },
  { option: 'onOutcome', value: null, said: 'expected a function, found null' },
  { option: 'onProgress', value: 1, said: 'expected a function, found 1' },
  { option: 'maxRuns', value: Number.NaN, said: 'expected a number of 0 or more, found NaN' },
  { option: 'maxRetries', value: '2', said: 'expected a number of 0 or more, found "2"' },
  { option: 'maxRetryAfter', value: null, said: 'expected a number of 0 or more, found null' },
])('A batch is not begun with $option: $said', ({ option, value, said }) => {
  expect(() => checkBatch([], { client, [option]: value })).toThrow(`Cannot use ${option}: ${said}`)
})

test.each([
  [undefined, 'nothing'],
  [{ n: 1 }, 'object'],
  ['input', '"input"'],
])('A batch is not begun with %j as inputs', (inputs, found) => {
  expect(() => checkBatch(inputs, { client })).toThrow(`Cannot use inputs: expected an iterable, found ${found}`)
})

test('A batch is not begun without options', () => {
  expect(() => checkBatch([], undefined as never)).toThrow('Cannot use client: expected a client, found nothing')
})

test('A batch is begun with any iterable, and with options that are left out or undefined', () => {
  for (const inputs of [[], new Set(), (function* () {})(), (async function* () {})()]) checkBatch(inputs, { client })
  const { signal } = new AbortController()
  checkBatch([], { client, signal, concurrency: Number.POSITIVE_INFINITY, deadline: -1, skip: undefined, maxRuns: undefined })
})
