import type { IHttpRequest } from '@stoplight/prism-http'

/** A request as Prism expects it; its body is parsed JSON if possible, otherwise text. */
export function toPrismRequest(request: Request, body: ArrayBuffer): IHttpRequest {
  const { pathname, searchParams } = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  // Prism ignores the content type of a body without a length.
  if (body.byteLength > 0) headers['content-length'] = String(body.byteLength)
  return {
    method: methodOf(request),
    url: { path: pathname, query: Object.fromEntries(searchParams) },
    headers,
    ...(body.byteLength > 0 ? { body: readBody(body) } : {}),
  }
}

/** Parsed JSON if possible, otherwise text. */
export function readBody(body: ArrayBuffer): unknown {
  const text = new TextDecoder().decode(body)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function methodOf({ method }: Request): IHttpRequest['method'] {
  const known = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const
  return known.find((name) => name === method.toLowerCase()) ?? 'trace'
}
