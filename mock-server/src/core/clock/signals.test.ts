import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { createAbortListeners, followSignals } from './signals.ts'

test('a signal has one listener, however many wait for its abort, and all of them are told', () => {
  const listen = createAbortListeners()
  const controller = new AbortController()
  const told: number[] = []
  for (let index = 0; index < 100; index += 1) listen(controller.signal, () => told.push(index))
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1)
  controller.abort()
  expect(told).toHaveLength(100)
})

test('who has let go of a signal is not told, and the last one leaves nothing behind', () => {
  const listen = createAbortListeners()
  const controller = new AbortController()
  const told: string[] = []
  const [one, other] = ['one', 'other'].map((name) => listen(controller.signal, () => told.push(name)))
  one?.()
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1)
  other?.()
  expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  listen(controller.signal, () => told.push('later'))
  controller.abort()
  expect(told).toEqual(['later'])
})

test('a signal that follows others ends with the reason of the first that is aborted', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const { signal } = followSignals([one.signal, other.signal])
  expect(signal.aborted).toBe(false)
  other.abort(new Error('other'))
  one.abort(new Error('one'))
  expect(signal.reason).toEqual(new Error('other'))
})

test('a signal that follows one which is aborted is so at once', () => {
  expect(followSignals([AbortSignal.abort('before')]).signal.reason).toBe('before')
})

test('a signal that was followed keeps nothing of who followed it', () => {
  const { signal } = new AbortController()
  followSignals([signal]).release()
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
