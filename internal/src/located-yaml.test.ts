import { expect, test } from 'vitest'
import { LocatedYaml } from './located-yaml.ts'

const yaml = new LocatedYaml(`name: shop
limits:
  runs: 1.10
areas:
  - run-sync
  - { id: manifest }
`)

test('finds the line of a value, which can follow the line of its name', () => {
  expect(yaml.lineOfValue(['limits'])).toBe(3)
  expect(yaml.lineOfMember(['limits'])).toBe(2)
})

test('finds the line of an item of a list, and of a member of an item', () => {
  expect(yaml.lineOfMember(['areas', 1])).toBe(6)
  expect(yaml.lineOfMember(['areas', 1, 'id'])).toBe(6)
})

test('finds the line of the nearest value around a missing member', () => {
  expect(yaml.lineOfMember(['limits', 'executions'])).toBe(3)
  expect(yaml.lineOfValue(['areas', 7, 'id'])).toBe(5)
  expect(yaml.lineOfValue(['missing'])).toBe(1)
})

test('finds no line in an empty document', () => {
  expect(new LocatedYaml('').lineOfValue([])).toBeUndefined()
})

test('finds the line of an error by its offset', () => {
  const broken = new LocatedYaml('a: 1\nb: [\n')
  const [error] = broken.document.errors
  expect(broken.lineAt(error?.pos[0] ?? 0)).toBe(3)
})

test('returns the written text of numbers and booleans', () => {
  expect(yaml.textAt(['limits', 'runs'])).toBe('1.10')
  expect(yaml.textAt(['name'])).toBeUndefined()
})
