import { expect, test } from 'vitest'
import { mountInspector } from './mount.tsx'

test('an option that does not exist is refused before the page changes', () => {
  const element = {} as Element
  const misspelt = { ulr: 'http://localhost' } as object

  expect(() => mountInspector(element, misspelt)).toThrow(
    new TypeError('Cannot mount the inspector: unknown name "ulr". Use fetch, url, token, hash'),
  )
})
