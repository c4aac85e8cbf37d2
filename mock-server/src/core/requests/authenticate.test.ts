import { expect, test } from 'vitest'
import { KeyRing } from './authenticate.ts'

test('a key opens what it was set to, and no other key does', () => {
  const ring = new KeyRing<number>()
  ring.set('wfk_one', 1)
  ring.set('wfk_two', 2)
  ring.set('wfk_one', 3)
  expect([...ring]).toEqual([
    ['wfk_two', 2],
    ['wfk_one', 3],
  ])
  for (const wrong of ['', 'wfk_', 'wfk_on', 'wfk_onf', 'wfk_onee', 'WFK_ONE', '__proto__', 'constructor']) {
    expect(ring.get(wrong)).toBeUndefined()
  }
  ring.delete('wfk_one')
  expect([ring.get('wfk_one'), ring.get('wfk_two')]).toEqual([undefined, 2])
  ring.clear()
  expect([...ring]).toEqual([])
})

test('keys with the same fingerprint are told apart', () => {
  const ring = new KeyRing<string>()
  // A collision of FNV-1a with 32 bits that is known from its literature.
  ring.set('costarring', 'one')
  ring.set('liquid', 'other')
  expect([ring.get('costarring'), ring.get('liquid')]).toEqual(['one', 'other'])
  ring.delete('liquid')
  expect([ring.get('costarring'), ring.get('liquid')]).toEqual(['one', undefined])
})
