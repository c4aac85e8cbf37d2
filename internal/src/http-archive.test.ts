import { expect, test } from 'vitest'
import { createHarEntry } from './http-archive.ts'

const exchange = {
  startedAt: '2026-11-26T10:00:00.000Z',
  durationMs: 7,
  request: {
    method: 'POST',
    url: 'http://localhost/runs?a=1&a=2',
    headers: { 'content-type': 'application/json' },
    body: '{"ä":1}',
  },
  response: { status: 302, headers: { location: '/elsewhere' }, body: '' },
  hasCompleteBodies: true,
}

test('writes the query, the body with its size in bytes, and the target of a redirect', () => {
  expect(createHarEntry(exchange)).toMatchObject({
    startedDateTime: '2026-11-26T10:00:00.000Z',
    time: 7,
    request: {
      queryString: [
        { name: 'a', value: '1' },
        { name: 'a', value: '2' },
      ],
      postData: { mimeType: 'application/json', text: '{"ä":1}' },
      bodySize: 8,
    },
    response: { status: 302, redirectURL: '/elsewhere', content: { size: 0 } },
  })
})

test('writes no size for bodies that are excerpts', () => {
  expect(createHarEntry({ ...exchange, hasCompleteBodies: false })).toMatchObject({
    request: { bodySize: -1 },
    response: { bodySize: -1, content: { size: -1 } },
  })
})

test('writes the status 0 if there was no response', () => {
  expect(createHarEntry({ ...exchange, response: undefined })).toMatchObject({ response: { status: 0, headers: [] } })
})

test('writes no body for a request without one, and says why a body is missing', () => {
  const { body: _, ...request } = exchange.request
  expect(createHarEntry({ ...exchange, request })).toMatchObject({ request: { postData: undefined, bodySize: 0 } })
  expect(createHarEntry({ ...exchange, request: { ...request, comment: 'too large' } })).toMatchObject({
    request: { postData: { text: '', comment: 'too large' } },
  })
})
