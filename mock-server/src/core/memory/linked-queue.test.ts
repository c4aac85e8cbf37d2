import { expect, test } from 'vitest'
import { LinkedQueue } from './linked-queue.ts'

test('removes items in the order in which they were added', () => {
  const queue = new LinkedQueue<number>()
  queue.add(1)
  queue.add(2)
  expect([queue.remove(), queue.peek()]).toEqual([1, 2])

  queue.add(3)
  expect([queue.remove(), queue.remove(), queue.remove(), queue.peek()]).toEqual([2, 3, undefined, undefined])
})

test('accepts items after it was emptied', () => {
  const queue = new LinkedQueue<number>()
  queue.add(1)
  queue.remove()
  expect(queue.peek()).toBeUndefined()

  queue.add(2)
  expect([queue.remove(), queue.remove()]).toEqual([2, undefined])
})
