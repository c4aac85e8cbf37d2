import { operationTable } from '@wfhost/openapi'
import type { Exchange } from '../../target/exchange.ts'

/**
 * Describes a response that did not come from the API, and the option to correct. Returns undefined if the API may have
 * sent the response.
 */
export function describeForeignResponse(exchange: Exchange, addressOption: 'baseUrl' | 'registryUrl'): string | undefined {
  const { request, status } = exchange
  const place = `${request.method} ${request.url}`

  const redirect = describeRedirect(exchange, addressOption)
  if (redirect !== undefined) return place + redirect

  const page = describePage(exchange)
  if (isGatewayError(status)) {
    return `${place} got ${status}${page ?? ''} from a gateway: start the server behind it, or correct ${addressOption}`
  }

  const canReplaceApi = status < 300 || [400, 404, 405].includes(status)
  if (page === undefined || !canReplaceApi) return undefined
  return `${place} got ${status}${page}, not from the API: correct ${describeRemedy(exchange, addressOption)}`
}

function describeRemedy({ request, status }: Exchange, addressOption: string): string {
  const remedies = [addressOption]
  if (operationTable[request.operationId].path.includes('{product}')) remedies.push('or product')

  // Some servers refuse unknown headers, such as those that identify the suite.
  if (status === 400) remedies.push('or leave out the headers of the suite (--no-trace, or trace: false)')
  return remedies.join(', ')
}

/**
 * Returns whether a gateway sends this status if its server is down (RFC 9110, sections 15.6.3 to 15.6.5). Cloudflare uses
 * the statuses 520 to 530.
 */
function isGatewayError(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 530)
}

/** Describes a redirect. An API may itself move one of its paths within the same origin (301, 307, 308). */
function describeRedirect({ headers, request, status }: Exchange, addressOption: string): string | undefined {
  const location = headers.get('location')
  if (status < 300 || status > 399 || location === null || !URL.canParse(location, request.url)) return undefined

  const from = new URL(request.url)
  const to = new URL(location, request.url)
  if (from.origin === to.origin && status !== 302 && status !== 303) return undefined

  const isSamePath = from.hostname === to.hostname && from.pathname === to.pathname
  const remedy = isSamePath ? `use ${to.origin} as ${addressOption}` : `if the API is there, use that address as ${addressOption}`
  return ` is redirected (${status}) to ${location}: ${remedy}`
}

/** The longest heading of a page that is quoted, in characters. */
const LONGEST_TITLE = 80

/** Describes an HTML page by its heading. JSON is not a page, even with the content type of HTML. */
function describePage({ body, headers, text }: Exchange): string | undefined {
  const isHtml = /^text\/html\b/i.test(headers.get('content-type') ?? '')
  if (body !== undefined || !isHtml) return undefined

  const title = /<(?:title|h1|pre)[^>]*>([^<]*)/i.exec(text)?.[1]?.trim() ?? ''
  // A title is quoted completely or not at all, because a part of a secret would not be redacted.
  return title === '' || title.length > LONGEST_TITLE ? ' with an HTML page' : ` with the page "${title}"`
}
