import type { IHttpRequest } from '@stoplight/prism-http'

/** A request in Prism's form; its body is JSON where it can be, and text where it cannot. */
export function toPrismRequest(request: Request, body: ArrayBuffer): IHttpRequest {
  const { pathname, searchParams } = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  // Prism does not look at the content type of a body that has no length.
  if (body.byteLength > 0) headers['content-length'] = String(body.byteLength)
  return {
    method: methodOf(request),
    url: { path: pathname, query: Object.fromEntries(searchParams) },
    headers,
    ...(body.byteLength > 0 ? { body: readBody(body) } : {}),
  }
}

/** JSON where it can be, and text where it cannot. */
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
