const permittedHeaders = 'authorization, content-type'
const keptSeconds = '600'

interface Asking {
  readonly method: string
  readonly header: (name: string) => string | undefined
}

/** The headers that permit a page to read the response, or in a preflight to send the request; undefined where none asks. */
export function permissionFor(
  request: Asking,
): { readonly headers: Record<string, string>; readonly isPreflight: boolean } | undefined {
  const origin = request.header('origin')
  if (origin === undefined) return undefined
  const isPreflight = request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined
  const granted = isPreflight
    ? {
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': request.header('access-control-request-headers') ?? permittedHeaders,
        'access-control-max-age': keptSeconds,
      }
    : { 'access-control-expose-headers': 'Retry-After' }
  const headers = {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    ...granted,
    vary: 'Origin',
  }
  return { headers, isPreflight }
}
