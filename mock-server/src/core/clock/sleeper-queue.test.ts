import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSleeperQueue, type Sleeper } from './sleeper-queue.ts'

/** A queue in which some gave up, even twice, and the order in which the others wake. */
function wakeAll(drawn: readonly { readonly sleeper: Sleeper; readonly givesUp: boolean }[]): Sleeper[] {
  const queue = createSleeperQueue()
  const takeOut = new Map(drawn.map(({ sleeper }) => [sleeper, queue.add(sleeper)]))
  for (const { givesUp, sleeper } of [...drawn, ...drawn]) if (givesUp) takeOut.get(sleeper)?.()
  const order: Sleeper[] = []
  for (let first = queue.first(); first !== undefined; first = queue.first()) {
    order.push(first)
    takeOut.get(first)?.()
  }
  return order
}

test('sleepers wake by their instants, those of one instant as they came, and those that gave up do not', () => {
  const sleeper = fc.integer({ min: 0, max: 20 }).map((at) => ({ at, wake: () => {} }))
  fc.assert(
    fc.property(fc.array(fc.record({ sleeper, givesUp: fc.boolean() }), { maxLength: 60 }), (drawn) => {
      const left = drawn.flatMap((each) => (each.givesUp ? [] : [each.sleeper]))
      expect(wakeAll(drawn)).toEqual(left.toSorted((one, other) => one.at - other.at))
    }),
  )
})

test('four times as many sleepers are compared less than eight times as often', () => {
  expect(comparisons(4000)).toBeLessThan(8 * comparisons(1000))
})

/** How often the instants of so many are read while they come in any order, every other one gives up, and the rest wake. */
function comparisons(count: number): number {
  let read = 0
  const all = Array.from({ length: count }, (_, index) => ({
    get at() {
      read += 1
      return (index * 7919) % count
    },
    wake: () => {},
  }))
  expect(wakeAll(all.map((sleeper, index) => ({ sleeper, givesUp: index % 2 === 0 })))).toHaveLength(count / 2)
  return read
}
