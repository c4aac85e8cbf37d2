import { withoutSecrets } from '@wfhost/internal/redacted-text'
import { expect, test } from 'vitest'
import { excerptOf } from './record-target.ts'

test('a body of 4,000 characters is shown whole', () => {
  const body = 'x'.repeat(4000)
  expect(excerptOf(withoutSecrets(body))).toBe(body)
})

test('of a longer body the beginning, the end and the length are shown', () => {
  const body = `{"first":${'1'.repeat(66_000)},"mode":"sync"}`
  const excerpt = excerptOf(withoutSecrets(body))
  expect(excerpt).toMatch(/^\{"first":1+… \(62024 of 66024 characters left out\) …1+,"mode":"sync"\}$/)
  expect(excerpt.length).toBeLessThan(4100)
})

test('no character is cut in halves', () => {
  expect(excerptOf(withoutSecrets(`${'x'.repeat(3499)}${'😀'.repeat(1000)}y`))).toMatch(/x… \(.*\) …(😀)+y$/)
})
