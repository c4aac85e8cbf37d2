import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { waitUntil } from './wait-until.ts'

const never = new Promise<never>(() => {})

describe(waitUntil, () => {
  test('returns the result, or throws the error of the work', async () => {
    const { signal } = new AbortController()
    await expect(waitUntil(signal, Promise.resolve(7))).resolves.toBe(7)
    await expect(waitUntil(signal, Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  })

  test('rejects with the reason of the signal, also if it was aborted before', async () => {
    const controller = new AbortController()
    const waiting = waitUntil(controller.signal, never)
    controller.abort(new Error('removed'))
    await expect(waiting).rejects.toThrow('removed')
    await expect(waitUntil(controller.signal, never)).rejects.toThrow('removed')
  })

  test('leaves no listener on the signal', async () => {
    const { signal } = new AbortController()
    await waitUntil(signal, Promise.resolve())
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
