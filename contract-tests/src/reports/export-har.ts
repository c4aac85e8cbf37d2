import type { CheckResult, ConformanceReport, RecordedExchange } from '../engine/conformance-report.ts'

/** Writes the exchanges of a check as an HTTP Archive 1.2, which browsers and proxies can import. */
export function exportHar({ startedAt, tool }: ConformanceReport, { exchanges, id }: CheckResult): string {
  const entries = exchanges.map((exchange) => ({
    // The report has no time for each request, so each entry has the start of the run.
    startedDateTime: startedAt,
    time: exchange.durationMs,
    request: toHarRequest(exchange),
    response: toHarResponse(exchange),
    cache: {},
    timings: { send: 0, wait: exchange.durationMs, receive: 0 },
  }))

  const archive = { log: { version: '1.2', creator: tool, comment: id, entries } }
  return `${JSON.stringify(archive, null, 2)}\n`
}

function toHarRequest({ method, requestBody, requestHeaders, url }: RecordedExchange) {
  const request = {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toPairs(requestHeaders),
    queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
    headersSize: -1,
    bodySize: -1,
  }
  if (requestBody === undefined) return request
  return { ...request, postData: { mimeType: readContentType(requestHeaders), text: requestBody } }
}

function toHarResponse({ responseBody, responseHeaders, status }: RecordedExchange) {
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toPairs(responseHeaders),
    content: { size: -1, mimeType: readContentType(responseHeaders), text: responseBody },
    redirectURL: responseHeaders['location'] ?? '',
    headersSize: -1,
    bodySize: -1,
  }
}

function toPairs(headers: Readonly<Record<string, string>>): { readonly name: string; readonly value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

function readContentType(headers: Readonly<Record<string, string>>): string {
  return headers['content-type'] ?? ''
}
