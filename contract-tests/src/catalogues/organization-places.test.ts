import { expect, test } from 'vitest'
import { organizationPlaces } from './organization-places.ts'

test('no place of an organization is listed twice', () => {
  const places = organizationPlaces.map(({ kind, name }) => `${kind} ${name}`)

  expect(new Set(places).size).toBe(places.length)
})

test('each place of an organization names the source of the defect', () => {
  for (const { name, source } of organizationPlaces) expect(source, name).not.toBe('')
})
