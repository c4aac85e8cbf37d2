import { expect, test } from 'vitest'
import { describeSkippedEntries, listSkippedEntries, readArchive } from './read-archive.ts'

const url = 'https://workflows.example/api/v2/external/flows/f/published-run'
const request = {
  method: 'POST',
  url,
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  postData: { mimeType: 'application/json', text: '{"args":[],"mode":"sync"}' },
}
const response = {
  status: 200,
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  content: { size: 20, mimeType: 'application/json', text: '{"status":"success"}' },
}

function withRequest(change: object): object {
  return { request: { ...request, ...change }, response }
}

function withResponse(change: object): object {
  return { request, response: { ...response, ...change } }
}

function read(entries: readonly object[]) {
  return readArchive(`\ufeff${JSON.stringify({ log: { entries } })}`)
}

test('readArchive reads archives of browsers and proxies, and names the entries that are incomplete', () => {
  const archive = read([
    // Chromium: a preflight, HTTP/2, a missing body, a failed request, a WebSocket.
    withRequest({ method: 'OPTIONS', postData: undefined }),
    withRequest({ headers: [{ name: ':authority', value: 'workflows.example' }] }),
    withResponse({ content: { size: 40, mimeType: 'application/json' } }),
    withResponse({ status: 0, _error: 'net::ERR_FAILED', content: { size: 0, mimeType: 'x-unknown' } }),
    { ...withRequest({ method: 'GET', url: 'wss://workflows.example/live?token=secret' }), _webSocketMessages: [] },
    // Firefox adds a comment where it dropped a body.
    withResponse({ content: { size: -1, mimeType: 'application/json', comment: 'Response bodies are not included.' } }),
    // Playwright with content: 'attach'.
    withRequest({ bodySize: -1, postData: { mimeType: 'application/json', text: '', params: [], _file: '1.json' } }),
    // mitmproxy: a flow without a response.
    withResponse({ status: 0, headers: [], content: {}, _error: null }),
    // Charles and Fiddler: base64 and the tunnel of TLS.
    withResponse({ content: { size: 9, encoding: 'base64', text: Buffer.from('"ü"').toString('base64') } }),
    { ...withRequest({ method: 'CONNECT', url: 'http://workflows.example:443' }), comment: '[#4]' },
    { request: { method: 'GET' } },
  ])

  const complete = archive.exchanges.filter(({ lacking }) => lacking === undefined)
  expect(complete.map(({ name }) => name)).toEqual([
    `OPTIONS ${url}`,
    `POST ${url}`,
    'GET wss://workflows.example/live',
    `POST ${url}`,
    'CONNECT http://workflows.example:443/',
  ])
  expect(complete[3]?.response.body).toBe('"ü"')
  expect(describeSkippedEntries(listSkippedEntries(archive))).toEqual([
    '  1 × request.url: expected a string, found nothing; add it: log.entries[10]',
    `  2 × the recording lacks the body of the response: POST ${url}`,
    `  1 × there was no response (net::ERR_FAILED): POST ${url}`,
    `  1 × the recording lacks the body of the request: POST ${url}`,
    `  1 × there was no response: POST ${url}`,
  ])
})

test('readArchive rejects a text that is not an HTTP Archive, with the reason', () => {
  expect(() => readArchive('workspaces: []')).toThrow(
    'expected an HTTP Archive, as record and /__mock/journal.har write it; it is not JSON',
  )
  expect(() => readArchive('[{"status":"COMPLETE"}]')).toThrow('; expected an object, found array')
  expect(() => readArchive('{"log":{}}')).toThrow('; log.entries: expected an array, found nothing')
})
