import { expect, test } from 'vitest'
import { mountInspector } from './mount.tsx'

test('an option that does not exist is refused before the page changes', () => {
  const element = {} as Element
  const misspelt = { ulr: 'http://localhost' } as object

  expect(() => mountInspector(element, misspelt)).toThrow(
    new TypeError('Cannot mount the inspector: unknown name "ulr". Use fetch, url, token, hash'),
  )
})

test.each([
  [null, 'expected an element of the page, found null; call it when the page has the element, and check its selector'],
  [undefined, 'expected an element of the page, found nothing; call it when the page has the element, and check its selector'],
  ['#inspector', 'expected an element of the page, found "#inspector"; pass document.querySelector of it'],
])('explains that %j is not an element of the page', (element, reason) => {
  expect(() => Reflect.apply(mountInspector, undefined, [element])).toThrow(
    new TypeError(`Cannot mount the inspector: ${reason}`),
  )
})

test.each([
  [null, 'expected an object with options, found null'],
  [{ url: 4010 }, 'url: expected a string, found number'],
  [{ token: 1 }, 'token: expected a string, found number'],
  [{ hash: 'yes' }, 'hash: expected true or false, found string'],
  [{ fetch: {} }, 'fetch: expected a function, found object'],
])('explains the wrong options %j', (options, reason) => {
  expect(() => Reflect.apply(mountInspector, undefined, [{}, options])).toThrow(
    new TypeError(`Cannot mount the inspector: ${reason}`),
  )
})
