import { expect, test } from 'vitest'
import { credentialForms, credentialPlaces } from './credentials.ts'

const key = 'wfk_uY3xPq0LgE5sVc8wFzA1'

test('each form of a key differs from the valid header and from every other form', () => {
  const headers = credentialForms.map(({ write }) => write(key))

  expect(headers).not.toContain(`Bearer ${key}`)
  expect(new Set(headers).size).toBe(headers.length)
})

test('each form of a key can be sent in a header', () => {
  for (const { id, write } of credentialForms) {
    expect(() => new Headers({ authorization: write(key) }), id).not.toThrow()
  }
})

test('each form and each place names the source of the defect', () => {
  for (const { source } of [...credentialForms, ...credentialPlaces]) expect(source).not.toBe('')
})

test('no place is listed twice', () => {
  const places = credentialPlaces.map(({ kind, name }) => `${kind} ${name}`)

  expect(new Set(places).size).toBe(places.length)
  expect(places).not.toContain('header authorization')
})

test('each form has a name of its own', () => {
  const ids = credentialForms.map(({ id }) => id)

  expect(new Set(ids).size).toBe(ids.length)
})
