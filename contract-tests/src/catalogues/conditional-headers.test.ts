import { expect, test } from 'vitest'
import { conditionalHeaders } from './conditional-headers.ts'

test('no two entries have the same name or the same headers', () => {
  const ids = conditionalHeaders.map(({ id }) => id)
  const headers = conditionalHeaders.map((entry) => JSON.stringify(entry.headers))

  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(headers).size).toBe(headers.length)
})

test('no entry has a key, since a request without a key is under test', () => {
  for (const { headers } of conditionalHeaders) expect(Object.keys(headers)).not.toContain('authorization')
})

test('each conditional request has a Cache-Control of its own, so that fetch adds none', () => {
  const conditional = conditionalHeaders.filter(({ headers }) => Object.keys(headers).some((name) => name.startsWith('if-')))

  for (const { headers, id } of conditional) expect(headers, id).toHaveProperty('cache-control')
})

test('each entry names the source of the defect', () => {
  for (const { id, source } of conditionalHeaders) expect(source, id).not.toBe('')
})
