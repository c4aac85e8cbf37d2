import { expect, test } from 'vitest'
import { Bag, type BagItem } from './bag.ts'

interface Named extends BagItem {
  readonly name: string
}

function createItem(name: string): Named {
  return { name, position: undefined }
}

function namesOf(bag: Bag<Named>): readonly string[] {
  return bag
    .list()
    .map(({ name }) => name)
    .toSorted()
}

test('a bag contains what was added and not removed, in any order of removals', () => {
  const bag = new Bag<Named>()
  const items = ['a', 'b', 'c', 'd'].map(createItem)
  for (const item of items) bag.add(item)

  const [a, , c, d] = items
  if (a === undefined || c === undefined || d === undefined) return expect.unreachable()
  bag.remove(a)
  bag.remove(a)
  bag.remove(d)
  expect(namesOf(bag)).toEqual(['b', 'c'])

  bag.add(a)
  bag.remove(c)
  expect(namesOf(bag)).toEqual(['a', 'b'])
  expect(bag.size).toBe(2)
})

test('a list does not change while objects are removed', () => {
  const bag = new Bag<Named>()
  for (const name of ['a', 'b', 'c']) bag.add(createItem(name))

  const visited: string[] = []
  for (const item of bag.list()) {
    visited.push(item.name)
    bag.remove(item)
  }

  expect(visited).toEqual(['a', 'b', 'c'])
  expect(bag.size).toBe(0)
})
