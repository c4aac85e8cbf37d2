/** An exchange to write to an HTTP Archive 1.2, which browsers and proxies can open. */
export interface ArchivedExchange {
  /** A date in ISO 8601. */
  readonly startedAt: string
  readonly durationMs: number
  readonly request: ArchivedMessage & { readonly method: string; readonly url: string }
  /** Undefined if there was no response. */
  readonly response: (ArchivedMessage & { readonly status: number }) | undefined
  /** Whether the bodies are complete. The archive then has their sizes. */
  readonly hasCompleteBodies: boolean
}

interface ArchivedMessage {
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for a message without a body. */
  readonly body?: string | undefined
  /** Why the archive does not have the body. */
  readonly comment?: string | undefined
}

/** In an HTTP Archive, this size is unknown. */
const UNKNOWN_SIZE = -1

/** Writes one exchange as an entry of an HTTP Archive. */
export function createHarEntry({ durationMs, hasCompleteBodies, request, response, startedAt }: ArchivedExchange): object {
  const sizeOf = (body: string) => (hasCompleteBodies ? new TextEncoder().encode(body).length : UNKNOWN_SIZE)

  return {
    startedDateTime: startedAt,
    time: durationMs,
    request: toHarRequest(request, sizeOf),
    response: toHarResponse(response, sizeOf),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  }
}

type SizeOf = (body: string) => number

function toHarRequest({ body, comment, headers, method, url }: ArchivedExchange['request'], sizeOf: SizeOf): object {
  const hasBody = body !== undefined || comment !== undefined
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toPairs(Object.entries(headers)),
    queryString: toPairs(new URL(url).searchParams),
    postData: hasBody ? { mimeType: headers['content-type'] ?? '', text: body ?? '', comment } : undefined,
    headersSize: UNKNOWN_SIZE,
    bodySize: sizeOf(body ?? ''),
  }
}

/** Describes a response. In an HTTP Archive, the status 0 means that there was no response. */
function toHarResponse(response: ArchivedExchange['response'], sizeOf: SizeOf): object {
  const { body = '', comment, headers = {}, status = 0 } = response ?? {}
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toPairs(Object.entries(headers)),
    content: { size: sizeOf(body), mimeType: headers['content-type'] ?? '', text: body, comment },
    redirectURL: headers['location'] ?? '',
    headersSize: UNKNOWN_SIZE,
    bodySize: sizeOf(body),
  }
}

function toPairs(entries: Iterable<readonly [name: string, value: string]>): object[] {
  return Array.from(entries, ([name, value]) => ({ name, value }))
}
