import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSleeperQueue, type Sleeper, type SleeperQueue } from './sleeper-queue.ts'

function sleeper(at: number): Sleeper {
  return { at, wake: () => {} }
}

function drain(queue: SleeperQueue): Sleeper[] {
  const order: Sleeper[] = []
  for (let first = queue.first(); first !== undefined; first = queue.first()) {
    order.push(first.sleeper)
    queue.remove(first)
  }
  return order
}

test('sleepers wake by their instants, those of one instant as they came, and those that gave up do not', () => {
  const instants = fc.array(fc.record({ at: fc.integer({ min: 0, max: 20 }), givesUp: fc.boolean() }), { maxLength: 60 })
  fc.assert(
    fc.property(instants, (drawn) => {
      const queue = createSleeperQueue()
      const all = drawn.map(({ at, givesUp }) => ({ queued: queue.add(sleeper(at)), givesUp }))
      for (const { givesUp, queued } of all) if (givesUp) queue.remove(queued)
      const left = all.filter(({ givesUp }) => !givesUp).map(({ queued }) => queued.sleeper)
      expect(drain(queue)).toEqual(left.toSorted((one, other) => one.at - other.at))
    }),
  )
})

test('one who sleeps no longer may be taken out again', () => {
  const queue = createSleeperQueue()
  const [early, late] = [sleeper(1), sleeper(2)]
  const queued = queue.add(early)
  queue.add(late)
  queue.remove(queued)
  queue.remove(queued)
  expect(drain(queue)).toEqual([late])
})

test('four times as many sleepers are compared less than eight times as often', () => {
  expect(comparisons(4000)).toBeLessThan(8 * comparisons(1000))
})

/** How often the instants of so many are read while they come in any order, every other one gives up, and the rest wake. */
function comparisons(count: number): number {
  let read = 0
  const queue = createSleeperQueue()
  const all = Array.from({ length: count }, (_, index): Sleeper => {
    const at = (index * 7919) % count
    return {
      get at() {
        read += 1
        return at
      },
      wake: () => {},
    }
  })
  const queued = all.map(queue.add)
  for (const [index, each] of queued.entries()) if (index % 2 === 0) queue.remove(each)
  expect(drain(queue)).toHaveLength(count / 2)
  return read
}
