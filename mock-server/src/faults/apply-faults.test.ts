import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { combineSignals } from './apply-faults.ts'

test('a signal that follows others ends with the reason of the first that is aborted', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const { signal } = combineSignals([one.signal, other.signal])
  expect(signal.aborted).toBe(false)
  other.abort(new Error('other'))
  one.abort(new Error('one'))
  expect(signal.reason).toEqual(new Error('other'))
})

test('a signal that follows an aborted signal is aborted immediately', () => {
  expect(combineSignals([AbortSignal.abort('before')]).signal.reason).toBe('before')
})

test('a followed signal keeps no reference to its followers', () => {
  const { signal } = new AbortController()
  combineSignals([signal]).removeListeners()
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
