import type { Exchange } from '../exchange.ts'

/** What answered instead of the API, and what to correct; undefined if the API itself may have answered. */
export function notTheApi(exchange: Exchange, address: 'baseUrl' | 'registryUrl'): string | undefined {
  const { call, status } = exchange
  const place = `${call.method} ${call.url}`
  const moved = movedTo(exchange, address)
  if (moved !== undefined) return place + moved
  const page = pageOf(exchange)
  if (isOfGateway(status)) {
    return `${place} was answered ${status}${page ?? ''} by a gateway: start the server behind it, or correct ${address}`
  }
  const isInPlaceOfApi = status < 300 || status === 404 || status === 405
  if (page === undefined || !isInPlaceOfApi) return undefined
  const product = call.operationId === 'runPublishedWorkflow' ? '' : ', or product'
  return `${place} was answered ${status}${page}, not by the API: correct ${address}${product}`
}

/** RFC 9110, sections 15.6.3 to 15.6.5, and what Cloudflare answers for a server that it cannot reach (520 to 530). */
function isOfGateway(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 530)
}

/** Where a request is redirected, and what to correct; an API may itself move a path of its own (301, 307, 308). */
function movedTo({ call, headers, status }: Exchange, address: string): string | undefined {
  const location = headers.get('location')
  if (status < 300 || status > 399 || location === null || !URL.canParse(location, call.url)) return undefined
  const [asked, moved] = [new URL(call.url), new URL(location, call.url)]
  if (asked.origin === moved.origin && status !== 302 && status !== 303) return undefined
  const isSamePath = asked.hostname === moved.hostname && asked.pathname === moved.pathname
  const remedy = isSamePath ? `use ${moved.origin} as ${address}` : `if the API is there, use that address as ${address}`
  return ` is redirected (${status}) to ${location}: ${remedy}`
}

const longestTitle = 80

/** The heading of a page, as ` with the page "502 Bad Gateway"`. JSON is no page, whatever type it has. */
function pageOf({ body, headers, text }: Exchange): string | undefined {
  if (body !== undefined || !/^text\/html\b/i.test(headers.get('content-type') ?? '')) return undefined
  const title = /<(?:title|h1|pre)[^>]*>([^<]*)/i.exec(text)?.[1]?.trim() ?? ''
  // It is quoted whole or not at all: a part of a secret would not be recognised as one.
  return title === '' || title.length > longestTitle ? ' with an HTML page' : ` with the page "${title}"`
}
